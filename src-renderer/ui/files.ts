/** Handing a text to the person as a file, and taking one from them. */
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'

/** Downloads a text under a name. */
export function downloadText(name: string, text: string, type = 'application/json'): void {
  downloadBlob(name, new Blob([text], { type }))
}

/** Downloads bytes under a name. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Bytes as an address that the page may show. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'))
    reader.readAsDataURL(blob)
  })
}

/** Reads a file that was picked or dropped. Throws AppError where that fails: what is dropped as a file may be a folder, which only reading it tells. */
export async function readFile<Content>(file: File, read: (file: File) => Promise<Content>): Promise<Content> {
  try {
    return await read(file)
  } catch {
    const { name } = file
    throw new AppError(
      'bad-input',
      message('“{name}” could not be read. Is it a folder? Drop the files that are in it.', { name }),
    )
  }
}

/** Asks for a file; null when the person closed the dialog without choosing one. */
export async function pickFile(accept: string): Promise<File | null> {
  return (await askForFiles(accept, false))[0] ?? null
}

/** Asks for any number of files; none when the person closed the dialog. */
export function pickFiles(accept: string): Promise<readonly File[]> {
  return askForFiles(accept, true)
}

function askForFiles(accept: string, several: boolean): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.multiple = several
    input.addEventListener('change', () => resolve([...(input.files ?? [])]), { once: true })
    input.addEventListener('cancel', () => resolve([]), { once: true })
    input.click()
  })
}

/** A file name from any text: without the characters that file systems refuse. */
export function fileName(text: string, ending: string): string {
  const clean = text
    .replace(/[\\/:*?"<>|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
  return `${clean === '' ? 'flow' : clean}${ending}`
}
