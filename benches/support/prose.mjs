// Generates prose of any length in English, Ukrainian and Russian from stems and endings. It has as many word forms as a
// long text, with the frequencies of common and rare words. It makes no sense, but its tokens are like those of real text.
//
// The same seed gives the same text everywhere.

const LANGUAGES = {
  english: {
    little: 'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up what about into than them can only other some could time these two may then do first any my now such like our over even most me after also did many before must through back years where much your way well down should because each just those people how too little good make world still own see men work long here get both between life being under never day same another know while last might us great old year off come since against go came right used take three',
    stems: 'answer window bridge river garden market letter station morning evening summer winter teacher student neighbour question sentence memory picture history mountain village kitchen bottle candle ticket journey weather shadow signal engine pattern system network message budget number season island harbour castle captain doctor painter singer farmer worker driver builder reader writer friend stranger brother sister daughter father mother colour measure reason promise secret story chapter page paper pencil ladder hammer basket blanket pocket button ribbon mirror carpet corner ceiling balcony tunnel valley forest meadow desert ocean current thunder lightning cloud shower blossom branch meter circle triangle surface distance moment minute hour century walk talk look turn open close follow remember explain carry gather count measure repair paint plant water wash cook bake travel visit invite discover imagine consider compare collect deliver protect change improve arrive depart whisper shout laugh listen wander wonder hesitate quiet bright narrow ancient modern gentle clever honest curious patient sudden distant ordinary strange familiar hollow golden silver purple crimson',
    endings: ['', '', '', 's', 's', 'ed', 'ing', 'er', 'ly', "'s"],
    signs: [', ', ', ', '; ', ' – ', ' (', ') '],
  },
  ukrainian: {
    little: 'і в не на що я з у це він як а та до за але по її від так про його ти ми вони вона було є все був якщо для мене тільки ще коли вже або тому під час де бо бути мій свій може треба буде також були над після перед через без між навіть там тут тоді кожен щось ніхто дуже сьогодні вчора завтра знову майже просто зараз потім разом завжди ніколи інший який яка які цей ця ці той наш ваш один два три',
    stems: 'відповід вікн міст рік сад рин лист станці ранк вечор літ зим вчител учн сусід питанн речен памят картин історі гор сел кухн пляш свіч квит подорож погод тін сигнал двигун візерун систем мереж повідомленн бюджет числ пор острів гаван замк капітан лікар художник співак фермер робітник воді будівельник читач письменник друг незнайом брат сестр доньк батьк мат кольор мір причин обіцянк таємниц оповіданн розділ сторінк папір олівц драбин молотк кошик ковдр кишен ґудзик стрічк дзеркал килим кутк стел балкон тунел долин ліс лук пустел океан теч грім блискавк хмар злив квіт гілк метр кол трикутник поверхн відстан хвилин годин століт прогулянк розмов погляд поворот відкрива закрива сліду памята пояснюва нес збира рахува вимірюва ремонту фарбу саджа полива ми готу пек подорожу відвіду запрошу відкри уявля розгляда порівню колекціону достав захища зміню покращу прибува вируша шепот крич смія слуха блука дивува вага тих яскрав вузьк давн сучасн ніжн розумн чесн цікав терпляч раптов далек звичайн дивн знайом порожн золот срібн фіолетов червон',
    endings: ['', 'а', 'и', 'у', 'ом', 'ою', 'ами', 'ів', 'і', 'ий', 'ого', 'ому', 'их', 'ість', 'ення', 'ється', 'ємо', 'ли', 'ла', 'ти', 'єш', 'ють', 'яти', 'ний', 'на', 'ним', 'ської', 'увати', 'ання', 'ці'],
    signs: [', ', ', ', ', ', ' — ', ': ', '; ', ' «', '» '],
  },
  russian: {
    little: 'и в не на я что с он как это а по но они мы к у ты из за вы то же от так о его бы только она было все мне был для если ещё уже или когда до под чтобы где даже надо ли раз есть быть мой свой может нет да тоже были над после перед через без между там тут тогда каждый что-то никто очень сегодня вчера завтра снова почти просто сейчас потом вместе всегда никогда другой который которая которые этот эта эти тот наш ваш один два три',
    stems: 'ответ окн мост рек сад рын письм станци утр вечер лет зим учител ученик сосед вопрос предложен памят картин истори гор деревн кухн бутыл свеч билет путешеств погод тен сигнал двигател узор систем сет сообщен бюджет числ пор остров гаван замк капитан врач художник певц фермер рабоч водител строител читател писател друг незнаком брат сестр дочер отц матер цвет мер причин обещан тайн рассказ глав страниц бумаг карандаш лестниц молотк корзин одеял карман пуговиц лент зеркал ковр угл потолк балкон туннел долин лес луг пустын океан течен гром молни облак ливн цветен ветк метр круг треугольник поверхност расстоян минут час столет прогулк разговор взгляд поворот открыва закрыва следова помина объясня нес собира счита измеря ремонтирова краси сажа полива мы готови пек путешествова посеща приглаша откры представля рассматрива сравнива коллекционирова доставля защища изменя улучша прибыва отправля шепт крич смея слуша блужда удивля сомнева тих ярк узк древн современн нежн умн честн любопытн терпелив внезапн далёк обычн странн знаком пуст золот серебрян лилов багров',
    endings: ['', 'а', 'ы', 'у', 'ом', 'ой', 'ами', 'ов', 'е', 'ый', 'ого', 'ому', 'ых', 'ость', 'ение', 'ется', 'ем', 'ли', 'ла', 'ть', 'ешь', 'ют', 'ять', 'ный', 'ная', 'ным', 'ской', 'овать', 'ание', 'це'],
    signs: [', ', ', ', ', ', ' — ', ': ', '; ', ' «', '» '],
  },
};

/** Prose of about this many bytes. */
export function prose(language, bytes, seed) {
  const { little, stems, endings, signs } = LANGUAGES[language];
  const [common, rare] = [little.split(' '), stems.split(' ')];
  const random = randomNumbers(seed);
  // The word at rank n occurs about 1/n times as often as the first.
  const pick = list => list[Math.min(list.length - 1, Math.floor(list.length ** random()) - 1)];
  const any = list => list[Math.floor(random() * list.length)];
  const word = () => {
    const chance = random();
    if (chance < 0.42) return pick(common);
    if (chance < 0.44) return String(Math.floor(random() * 3_000));
    return any(rare) + any(endings);
  };
  const sentence = () => {
    const words = Array.from({ length: 4 + Math.floor(random() * 14) }, word);
    const text = words.map(word => (random() < 0.12 ? `${word}${any(signs)}` : `${word} `)).join('').trimEnd();
    return text[0].toUpperCase() + text.slice(1) + (random() < 0.1 ? '?' : '.');
  };
  const paragraphs = [];
  for (let size = 0; size < bytes; ) {
    const paragraph = Array.from({ length: 2 + Math.floor(random() * 5) }, sentence).join(' ');
    size += Buffer.byteLength(paragraph) + 2;
    paragraphs.push(paragraph);
  }
  return paragraphs.join('\n\n');
}

/** Pseudo-random numbers from 0 to 1: a linear congruential generator. */
export function randomNumbers(seed) {
  let state = BigInt(seed) * 2n + 1n;
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffff_ffff_ffff_ffffn;
    return Number(state >> 40n) / 2 ** 24;
  };
}
