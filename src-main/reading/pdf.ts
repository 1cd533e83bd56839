/** The text of a PDF, page by page. Hostile files take for ever here, so only the reading thread calls it. */
import type { getDocumentProxy } from 'unpdf'
import { failure } from './failure'
import { message as sentence, type Message } from '../../src-shared/languages/translate'

const MAX_PAGES = 5_000
/** Characters; a PDF is packed, so its text can be far longer than its file. */
const MAX_TEXT = 20_000_000
/** A PDF may have a few other bytes before its first mark and behind its last one. */
const WITHIN = 1024

/** Whether bytes are a PDF: they begin with its mark, or have it near the beginning and its other mark near the end. */
export function isPdf(bytes: Uint8Array): boolean {
  const head = latin(bytes.subarray(0, WITHIN))
  if (/^[\s\xef\xbb\xbf]*%PDF-/.test(head)) return true
  return head.includes('%PDF-') && latin(bytes.subarray(-WITHIN)).includes('%%EOF')
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

/** The text of all pages, an empty line between two. Throws AppError `bad-input` naming the document. */
export async function readPdf(name: string, bytes: Uint8Array): Promise<string> {
  // Loaded when the first PDF is read: the library is large and most flows have none.
  const library = await import('unpdf')
  // The library takes no Buffer, and takes the bytes away from whoever hands them in.
  const pdf = await library
    .getDocumentProxy(Uint8Array.from(bytes), {
      verbosity: 0,
      stopAtErrors: false,
    })
    .catch((cause: unknown) => {
      throw failure('bad-input', name, reasonOf(cause))
    })
  try {
    if (pdf.numPages > MAX_PAGES)
      throw failure(
        'bad-input',
        name,
        sentence('has {pages} pages; {most} are allowed. Split it.', { pages: pdf.numPages, most: MAX_PAGES }),
      )
    const pages: string[] = []
    let length = 0
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const text = await readPage(pdf, number).catch(() => {
        throw failure(
          'bad-input',
          name,
          sentence('is a broken PDF: page {page} cannot be read. Save it again or paste its text.', { page: number }),
        )
      })
      length += text.length
      if (length > MAX_TEXT)
        throw failure(
          'bad-input',
          name,
          sentence('has more than {most} characters of text. Split it.', { most: MAX_TEXT }),
        )
      pages.push(text)
    }
    const whole = pages.join('\n\n')
    if (whole.trim() === '')
      throw failure(
        'bad-input',
        name,
        sentence('has no text, only pictures, as scans do. Run it through text recognition or paste its text.'),
      )
    return whole
  } finally {
    await pdf.loadingTask.destroy()
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function readPage(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  page.cleanup()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}

function reasonOf(cause: unknown): Message {
  const kind = cause instanceof Error ? cause.name : ''
  if (kind === 'PasswordException') return sentence('is a PDF with a password. Save it without one or paste its text.')
  return sentence('is a broken PDF and cannot be read. Save it again or paste its text.')
}
