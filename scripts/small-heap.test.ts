import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'
import { SMALL_ARENAS, SMALL_HEAP } from './small-heap.mjs'
import { folderWith, run } from './temporary'

/** A program that says with which flags it runs, and what it was called with. */
async function program() {
  const folder = await folderWith({
    'scripts/say.mjs': `import { withSmallHeap } from './small-heap.mjs'
      withSmallHeap()
      console.log(JSON.stringify([process.execArgv, process.argv.slice(2), process.env.MALLOC_ARENA_MAX ?? null]))
      if (process.platform === 'linux') {
        const { readFileSync } = await import('node:fs')
        console.error(readFileSync('/proc/self/environ', 'utf8').match(/MALLOC_ARENA_MAX=[0-9]+/)?.[0] ?? '')
      }
      process.exitCode = 3`,
  })
  await copyFile(join(root, 'scripts/small-heap.mjs'), join(folder, 'scripts/small-heap.mjs'))
  return join(folder, 'scripts/say.mjs')
}

test.skipIf(process.platform === 'win32')('begins anew once, with its arguments, streams and exit code', async () => {
  const { code, stdout, stderr } = await run(await program(), { args: ['serve', 'a b'] })
  expect({ code, said: JSON.parse(stdout) as unknown, stderr }).toEqual({
    code: 3,
    said: [SMALL_HEAP, ['serve', 'a b'], null],
    // It is the allocator's alone: what this program starts gets none.
    stderr: process.platform === 'linux' ? `MALLOC_ARENA_MAX=${SMALL_ARENAS.MALLOC_ARENA_MAX}\n` : '',
  })
})

test('a size that the person chose stays, and so do the arenas', async () => {
  const env = { NODE_OPTIONS: '--max-old-space-size=300' }
  const { stdout } = await run(await program(), { args: ['serve'], env })
  expect(JSON.parse(stdout)).toEqual([[], ['serve'], null])
  const own = await run(await program(), { args: [], env: { MALLOC_ARENA_MAX: '4' } })
  expect((JSON.parse(own.stdout) as unknown[])[2]).toBe('4')
})
