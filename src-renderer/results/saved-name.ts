/** Under which name a result is saved. */
import type { KeptResult } from '../../src-shared/run/log/results'
import { fileName } from '../ui/files'

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['text/plain', '.txt'],
  ['text/csv', '.csv'],
  ['text/html', '.html.txt'],
  ['text/markdown', '.md'],
  ['application/json', '.json'],
  ['application/pdf', '.pdf'],
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
  ['image/svg+xml', '.svg'],
  ['audio/mpeg', '.mp3'],
  ['audio/wav', '.wav'],
  ['video/mp4', '.mp4'],
])

/** The name that the tool gave, else one of the tool's own with the ending of the type. */
export function savedName({ name, mimeType }: KeptResult, tool: string): string {
  const ending = ENDINGS.get(mimeType) ?? '.bin'
  if (name === null) return fileName(`${tool} result`, ending)
  return /\.\w{1,8}$/.test(name) ? fileName(name, '') : fileName(name, ending)
}
