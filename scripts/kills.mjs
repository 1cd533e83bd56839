/** `npm run kills -- 400`: all groups of tests that end programs with kill -9, that often in all (200 unless told), and the sums of each. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, say, withSetup } from './setup.mjs'

/** Parts of the names of tests that kill. */
const FILES = ['kill.test', 'kill-campaign.test', 'kill-fallback.test']

await withSetup(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-kills-'))
  const log = join(folder, 'kills.txt')
  writeFileSync(log, '')
  try {
    const wanted = Number(process.argv[2] ?? 200)
    const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...FILES], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, BATON_KILLS: String(wanted), BATON_KILLS_LOG: log },
    })
    const kills = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    for (const [file, of] of Map.groupBy(kills, (line) => line)) say(`${file}: ${of.length}`)
    say(`killed in all: ${kills.length}`)
    process.exitCode = status === 0 && kills.length >= wanted ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
