// Writes small PDF files, so that tests of documents need none from elsewhere.

/** A picture of 64 × 64 points in the code of fax machines (ITU-T T.6): 32 white ones and 32 black ones in each row. */
const FAX = picture();

/**
 * A PDF with a page for each text, or for the operators that draw it. The lines of a text are lines of the page; an empty one leaves a gap. A page without text has
 * only a filled rectangle, as a scan has only a picture.
 *
 * @param {(string | { operators: string, annotations?: string[] })[]} pages in Latin letters; the font is F1. `annotations`: the entries of each; those of
 * forms are fields of the document
 * @param {{ isLocked?: boolean, isTagged?: boolean }} options `isLocked`: it says that it needs a password; none opens it. `isTagged`: each
 * page is marked as a paragraph, as programs do for screen readers
 */
export function pdfOf(pages, { isLocked = false, isTagged = false } = {}) {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>', FAX];
  const fields = [];
  const kids = pages.map(text => {
    const shown = text.operators ?? (text ? drawn(text) : '0.5 g 50 50 500 700 re f');
    const stream = isTagged ? `/P << /MCID 0 >> BDC\n${shown}\nEMC` : shown;
    const content = objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    const own = (text.annotations ?? []).map(entries => `${objects.push(`<< /Type /Annot ${entries} >>`)} 0 R`);
    fields.push(...own.filter((_, at) => text.annotations[at].includes('/Widget')));
    const annotations = own.length > 0 ? ` /Annots [${own.join(' ')}]` : '';
    return objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> /XObject << /Fax 4 0 R >> >> /Contents ${content} 0 R /StructParents 0${annotations} >>`);
  });
  if (fields.length > 0) objects[0] = `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields.join(' ')}] /DA (/F1 12 Tf 0 g) >> >>`;
  if (isTagged) {
    const root = objects.length + 1;
    const paragraphs = kids.map((page, at) => `<< /Type /StructElem /S /P /P ${root} 0 R /Pg ${page} 0 R /K 0 /ID (${at}) >>`);
    objects.push(`<< /Type /StructTreeRoot /K [${kids.map((_, at) => `${root + 1 + at} 0 R`).join(' ')}] >>`, ...paragraphs);
    objects[0] = `<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R >>`;
  }
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map(kid => `${kid} 0 R`).join(' ')}] >>`;
  const key = 'A'.repeat(32);
  const lock = isLocked ? ` /ID [(0123456789abcdef) (0123456789abcdef)] /Encrypt << /Filter /Standard /V 1 /R 2 /P -1 /O (${key}) /U (${key}) >>` : '';
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/**
 * A scan, as machines make them: each page is a picture as a fax packs it, which is white on the left and black on the right. The first
 * page has it at its foot; on each further page it is higher, and it fills the last one.
 */
export function scanOf(count) {
  const height = page => Math.round((792 * page) / count);
  return pdfOf(Array.from({ length: count }, (_, page) => ({ operators: `q 612 0 0 ${height(page + 1)} 0 0 cm /Fax Do Q` })));
}

/** The operators that draw the lines. */
function drawn(text) {
  const lines = text.split('\n').map(line => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
  return `BT /F1 12 Tf 14 TL 72 720 Td\n${lines.join('\n')}\nET`;
}

function picture() {
  // A row of a white and a black run, 63 rows that are like the one above, and the end of the picture.
  const row = '001' + '00011011' + '000001101010';
  const bits = row + '11'.repeat(63) + '000000000001'.repeat(2);
  const bytes = bits.match(/.{1,8}/g).map(byte => Number.parseInt(byte.padEnd(8, '0'), 2));
  const packed = `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >>`;
  const facts = `/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 1 ${packed}`;
  return `<< ${facts} /Length ${bytes.length} >>\nstream\n${String.fromCharCode(...bytes)}\nendstream`;
}
