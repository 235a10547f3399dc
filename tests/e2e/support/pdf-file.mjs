// Writes small PDF files, so that tests of documents need none from elsewhere.

/**
 * A PDF with a page for each text, or for the operators that draw it. The lines of a text are lines of the page; an empty one leaves a gap. A page without text has
 * only a filled rectangle, as a scan has only a picture.
 *
 * @param {(string | { operators: string })[]} pages in Latin letters; the font is F1
 * @param {{ isLocked?: boolean }} options `isLocked`: it says that it needs a password; none opens it
 */
export function pdfOf(pages, { isLocked = false } = {}) {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  const kids = pages.map(text => {
    const stream = text.operators ?? (text ? drawn(text) : '0.5 g 50 50 500 700 re f');
    const content = objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    return objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${content} 0 R >>`);
  });
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

/** The operators that draw the lines. */
function drawn(text) {
  const lines = text.split('\n').map(line => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
  return `BT /F1 12 Tf 14 TL 72 720 Td\n${lines.join('\n')}\nET`;
}
