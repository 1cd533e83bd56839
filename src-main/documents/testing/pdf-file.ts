/** Writes tiny PDFs by hand, so that tests read real ones without a file in the project. */
import { deflateSync } from 'node:zlib'

/** A PDF with one page per text; each line of a text is a line of the page. `isLocked`: it wants a password that nobody has. */
export function pdfFile(pages: readonly string[], { isLocked = false } = {}): Uint8Array {
  return fileOf(pages.map(streamOf), isLocked)
}

/** A PDF of one page that is drawn by these operators, packed so many times. */
export function packedPdf(drawing: string | Uint8Array, times = 1): Uint8Array {
  let packed: Uint8Array = Buffer.from(drawing)
  for (let time = 0; time < times; time += 1) packed = deflateSync(packed, { level: 1 })
  const filters = '/FlateDecode '.repeat(times)
  const content = Buffer.from(packed).toString('latin1')
  return fileOf([`<< /Length ${packed.length} /Filter [${filters}] >>\nstream\n${content}\nendstream`], false)
}

/** A file whose pages have these streams. */
function fileOf(streams: readonly string[], isLocked: boolean): Uint8Array {
  const kids = streams.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...streams.flatMap((stream, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      stream,
    ]),
  ]
  const secret = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`
  if (isLocked) objects.push(secret)
  let body = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const lock = isLocked ? ` /Encrypt ${objects.length} 0 R /ID [<00> <00>]` : ''
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}

function streamOf(text: string): string {
  const lines = text.split('\n').map((line) => `(${line.replace(/[\\()]/g, (mark) => `\\${mark}`)}) Tj T*`)
  const drawing = text === '' ? '0 0 10 10 re f' : `BT /F1 12 Tf 14 TL 50 750 Td ${lines.join(' ')} ET`
  return `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`
}
