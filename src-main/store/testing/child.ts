/** Starts `library-child.ts` as a process of its own, straight from its TypeScript source. */
import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import path from 'node:path'

export type LibraryChild = ChildProcessByStdio<null, Readable, Readable>

/** The sources import each other without endings; Node strips types on its own, but does not look for `.ts`. */
const RESOLVE_TS = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    const isOurs = context.parentURL?.endsWith('.ts') === true
    const isBare = isOurs && specifier.startsWith('.') && !/\\.[a-z]+$/.test(specifier)
    return next(isBare ? specifier + '.ts' : specifier, context)
  },
})`

/** Starts the child with its arguments; see there. */
export function startLibraryChild(...args: string[]): LibraryChild {
  const hooks = `data:text/javascript,${encodeURIComponent(RESOLVE_TS)}`
  const file = path.join(import.meta.dirname, 'library-child.ts')
  return spawn(process.execPath, ['--import', hooks, file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** What a child said and how it ended. */
export async function outcomeOf(child: LibraryChild): Promise<{ code: number | null; output: string; errors: string }> {
  const output: string[] = []
  const errors: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output: output.join(''), errors: errors.join('') }
}

/** Resolves with the first line that the child says. */
export function firstLine(child: LibraryChild): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
    })
    child.once('close', () => reject(new Error(`The child ended after saying "${text}".`)))
  })
}
