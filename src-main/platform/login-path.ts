/** The PATH of the person's login shell, asked once: an app that a dock or a desktop starts has none of what a terminal has. */
import { spawn } from 'node:child_process'
import path from 'node:path'

/** How long a shell may take with the files that it reads when it starts, in ms. */
const LIMIT = 3000
const MOST_OUTPUT = 1_000_000
const MARK = '__baton_path__'

export type LoginShell = {
  /** The shell's own path; another one is not asked. */
  shell: string
  /** Where it is asked, and what it knows of the person. */
  env: NodeJS.ProcessEnv
  home: string
  limit?: number
}

/** What of this program's environment a shell gets: as little as at a login. */
const HANDED_ON = ['HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TMPDIR', 'PATH', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME']

/**
 * Null where the shell does not say in time. It starts in the person's home and is told to print its PATH, nothing else; what it began is ended with it.
 */
export function readLoginPath({ shell, env, home, limit = LIMIT }: LoginShell): Promise<string | null> {
  if (!path.isAbsolute(shell)) return Promise.resolve(null)
  const { promise, resolve } = Promise.withResolvers<string | null>()
  // `printenv` is a program, so what it prints has the same form for every shell.
  const name = path.basename(shell)
  // csh takes `-l` alone: it is a login shell by the name that it is started under.
  const [flags, argv0] = name.endsWith('csh') ? ['-ic', `-${name}`] : ['-ilc', shell]
  const child = spawn(shell, [flags, `echo ${MARK}; printenv PATH; echo ${MARK}`], {
    argv0,
    cwd: home,
    env: { ...pick(env), SHELL: shell, TERM: 'dumb' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  let said = ''
  let isOver = false
  const end = (found: string | null) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    child.stdout.destroy()
    endGroup(child.pid)
    resolve(found)
  }
  const timer = setTimeout(() => end(null), limit)
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => {
    said += text
    const found = readSaid(said)
    if (found !== null) end(found)
    else if (said.length > MOST_OUTPUT) end(null)
  })
  child.stdout.on('error', () => end(null))
  child.once('error', () => end(null))
  child.once('close', () => end(readSaid(said)))
  return promise
}

function pick(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(HANDED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}

/** What stands between the two marks; files that a shell reads may print before them. */
function readSaid(said: string): string | null {
  const parts = said.split(`${MARK}\n`)
  const between = parts.length < 3 ? undefined : parts[1]
  return between === undefined || between.trim() === '' ? null : between.trim()
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}
