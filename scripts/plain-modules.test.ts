/** Sources as the tests load them: what the build would make of them is there, and a fault is where it was written. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'
import { folderWith, run } from './temporary'

const FILES = {
  'package.json': '{ "type": "module" }',
  'main.ts': `import text from './words.txt?raw'
import address from './words.txt?url&inline'
import { name } from './other'
import { folder } from './inner'
import { Card } from './Card'
const texts = import.meta.glob<string>('./data/*.json', { eager: true, query: '?raw', import: 'default' })
const values: { [file: string]: unknown } = import.meta.glob<object>('./data/*.json', { eager: true, import: 'default' })
console.log(JSON.stringify([text, address, name, folder, Card({ size: 3 }).props, texts, values]))
throw new Error('here')
`,
  'words.txt': 'two words',
  'other.ts': "export const name: string = 'other'\n",
  'inner/index.ts': "export const folder = 'inner'\n",
  'Card.tsx': `import classes from './Card.module.css'
export const Card = ({ size }: { size: number }) => <b className={classes.wide}>{size}</b>
`,
  'Card.module.css': '.wide { color: red }\n',
  'data/a.json': '{"a":1}',
  'data/b.json': '[2]',
}

test('names without an ending, markup, texts, files by a pattern and classes; the line of a fault is its own', async () => {
  const folder = await folderWith({
    ...FILES,
    // As much of React as the markup needs.
    'node_modules/react/package.json': '{ "type": "module", "exports": { "./jsx-runtime": "./jsx.js" } }',
    'node_modules/react/jsx.js': 'export const jsx = (type, props) => ({ type, props })\n',
  })
  const hooks = pathToFileURL(join(root, 'scripts/plain-modules.mjs')).href
  const { code, stdout, stderr } = await run('--import', { args: [hooks, join(folder, 'main.ts')] })
  expect(JSON.parse(stdout)).toEqual([
    'two words',
    `data:application/wasm;base64,${btoa('two words')}`,
    'other',
    'inner',
    { className: 'wide', children: 3 },
    { './data/a.json': '{"a":1}', './data/b.json': '[2]' },
    { './data/a.json': { a: 1 }, './data/b.json': [2] },
  ])
  expect([code, stderr.includes('main.ts:9:7')]).toEqual([1, true])
})
