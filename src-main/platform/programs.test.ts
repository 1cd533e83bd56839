/** Programs on the login shell's PATH, with real shells: asked once, in time, and nothing of a flow runs. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPrograms } from './programs'

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'baton-path-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function script(name: string, lines: string): string {
  const file = path.join(home, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${lines}\n`)
  chmodSync(file, 0o755)
  return file
}

const posix = process.platform === 'win32' ? test.skip : test

posix(
  'a program of the login shell is found by an app without one, the shell is asked once, and the program never runs',
  async () => {
    const tool = script('tools/npx', `touch ${home}/ran`)
    const rare = script('tools/baton-rare-program', `touch ${home}/ran`)
    // A real shell, with a start file that prints, and counts.
    writeFileSync(
      path.join(home, '.profile'),
      `echo welcome\necho once >> ${home}/count\nPATH=${home}/tools:relative:/usr/bin:/bin\n`,
    )
    const env = { PATH: '/usr/bin:/bin' }
    const options = { env: { ...env, HOME: home }, home, shell: '/bin/sh' }
    const app = createPrograms({ ...options, isDesktop: true })
    const [first, second] = await Promise.all([app.locate('npx'), app.locate('sh')])
    expect(first).toEqual({ file: tool, searched: `${home}/tools:/usr/bin:/bin` })
    expect(second.file).toMatch(/bin\/sh$/)
    expect(await app.locate('no-such-program')).toMatchObject({ file: null })
    expect(await app.locate(tool)).toMatchObject({ file: tool })
    expect(await app.locate(path.join(home, 'missing'))).toMatchObject({ file: null })
    expect(readFileSync(path.join(home, 'count'), 'utf8')).toBe('once\n')
    // From a terminal the own PATH does, and the shell is asked only for what it does not have.
    const terminal = createPrograms({ ...options, isDesktop: false })
    expect(await terminal.locate('sh')).toEqual({ file: second.file, searched: env.PATH })
    expect(readFileSync(path.join(home, 'count'), 'utf8')).toBe('once\n')
    expect((await terminal.locate('baton-rare-program')).file).toBe(rare)
    expect(existsSync(path.join(home, 'ran'))).toBe(false)
  },
)

posix('a shell that hangs, fails, floods or is none costs its time and no more', async () => {
  const env = { PATH: '/usr/bin:/bin', HOME: home }
  const find = (shell: string) => createPrograms({ isDesktop: true, env, home, shell, limit: 200 }).locate('sh')
  // Where the shell says nothing, the folders of package managers are looked through.
  const searched = `/usr/local/bin:/opt/homebrew/bin:${home}/.local/bin:/usr/bin:/bin`
  const own = { file: expect.stringMatching(/bin\/sh$/) as string, searched }
  expect(await find(script('hangs', `echo $$ > ${home}/pid\nsleep 1000 & sleep 1000`))).toEqual(own)
  expect(await find(script('fails', 'exit 3'))).toEqual(own)
  expect(await find(script('floods', 'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done'))).toEqual(own)
  expect(await find('/no/such/shell')).toEqual(own)
  expect(await find('sh')).toEqual(own)
  const pid = Number(readFileSync(path.join(home, 'pid'), 'utf8'))
  await expect.poll(() => existsSync(`/proc/${pid}/exe`)).toBe(false)
})

const START_FILES = [
  ['/bin/bash', '.bash_profile', 'printf Welcome; PATH=HOME/tools:$PATH; trap "echo bye" EXIT'],
  ['/usr/bin/zsh', '.zshrc', 'echo Welcome; path=(HOME/tools $path)'],
  ['/usr/bin/fish', '.config/fish/config.fish', 'echo Welcome\nset -gx PATH HOME/tools $PATH'],
  ['/usr/bin/tcsh', '.login', 'echo Welcome\nsetenv PATH HOME/tools:$PATH'],
] as const

posix('whichever shell somebody has is asked in its own way, and what it prints besides does not matter', async () => {
  const tool = script('tools/npx', 'exit 1')
  const env = { PATH: '/usr/bin:/bin', HOME: home }
  const there = START_FILES.filter(([shell]) => existsSync(shell))
  const found = there.map(([shell, file, lines]) => {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
    writeFileSync(path.join(home, file), `${lines.replaceAll('HOME', home)}\n`)
    return createPrograms({ isDesktop: true, env, home, shell, limit: 60_000 }).locate('npx')
  })
  expect((await Promise.all(found)).map(({ file }) => file)).toEqual(there.map(() => tool))
})
