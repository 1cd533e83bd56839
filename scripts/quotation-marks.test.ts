/** The English words of the interface have one sort of quotation marks: “these”. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ZH } from '../src-shared/languages/zh/index'
import { root } from './setup.mjs'

/** Who says texts that models read too, whose words stay as they are, by how a model comes to read them: folders and files. */
const READ_BY_MODELS: Readonly<Record<string, readonly string[]>> = {
  'The failure of a tool is what came of its call.': [
    'src-main/connections/connection-key.ts',
    'src-main/connections/secret-store.ts',
    'src-main/engine/kinds/flow-tool.ts',
    'src-main/tools/',
    'src-shared/flow/variables.ts',
  ],
  'A turn within a flow tool that fails is the failure of that tool.': [
    'src-main/documents/load.ts',
    'src-main/engine/moves/items.ts',
    'src-main/models/',
    'src-main/reading/failure.ts',
    'src-shared/agents/expressions/',
  ],
}

/** What is typed or read as code. */
const CODE = [/\[\{"when".*\}\]/, /\["a", "b"\]/, /== "Rome"/, /"format": "baton\/flow"/, /"openapi": "3\.0\.3"/]

const withoutCode = (text: string) => CODE.reduce((rest, code) => rest.replace(code, ''), text)
const places = Object.values(READ_BY_MODELS).flat()

/** Texts with straight marks, by the folders and files above that say them. */
function straightTexts(): { text: string; saidAt: string[] }[] {
  const straight = Object.keys(ZH).filter((text) => withoutCode(text).includes('"'))
  const files = globSync(
    places.map((place) => (place.endsWith('/') ? `${place}**/*.ts` : place)),
    { cwd: root },
  ).filter((file) => !file.endsWith('.test.ts'))
  const sources = files.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'") }))
  return straight.map((text) => ({
    text,
    saidAt: sources.filter(({ source }) => source.includes(text)).map(({ file }) => file),
  }))
}

test('the English words of the interface have curly quotation marks, but for what models read too', () => {
  const texts = straightTexts()
  expect(texts.filter(({ saidAt }) => saidAt.length === 0).map(({ text }) => text)).toEqual([])
  const isUsed = (place: string) => texts.some(({ saidAt }) => saidAt.some((file) => file.startsWith(place)))
  expect(places.filter((place) => !isUsed(place))).toEqual([])
})
