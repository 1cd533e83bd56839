/** The English words of the interface have one sort of quotation marks: “these”. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'

/** Parts of the catalogue whose words models or the command line read too, or that show code: their marks may be straight. */
const STRAIGHT: readonly string[] = [
  'failed-files',
  'failed-models',
  'failed-outside',
  'failed-turns',
  'fields',
  'fixes',
  'problems',
  'telling',
]

/** What is typed or read as code. */
const CODE = /\[\{"|== "/

test('the English words of the interface have curly quotation marks, but for the parts that are known to have others', () => {
  const straight = globSync('src-shared/languages/zh/*.ts', { cwd: root }).filter((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.some((line) => /^ {2}'(?:[^'\\]|\\.)*"(?:[^'\\]|\\.)*':/.test(line) && !CODE.test(line))
  })
  const names = straight.map((file) => file.replace(/^.*\/|\.ts$/g, ''))
  expect(names.sort()).toEqual(STRAIGHT)
})
