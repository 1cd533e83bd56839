/** What a run says is told as facts, wherever it is told: no sentence is made there. `src-shared/run/words/` makes it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { EVENT_TRAITS } from '../src-shared/run/log/event-types'
import { root } from './setup.mjs'

/** What tells a person something, beside events. */
const TELLERS: ReadonlySet<string> = new Set(['tellDecision', 'tellCheck', 'endByLimit', 'endTurn'])

/** The places where something is put together for people in what a file tells: templates, and texts of several words. */
function sentencesIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const report = (node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${file}:${line + 1} ${node.getText()}`)
  }
  const inspect = (node: ts.Node): void => {
    // What is waited for is what a model, a tool or code answered to something else.
    if (ts.isAwaitExpression(node)) return
    if (ts.isTemplateExpression(node) && literalsOf(node).some(isSentence)) report(node)
    else if (ts.isStringLiteralLike(node) && isSentence(node.text)) report(node)
    else ts.forEachChild(node, inspect)
  }
  const walk = (node: ts.Node): void => {
    if (isTold(node)) for (const part of partsOf(node)) inspect(part)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return [...new Set(found)]
}

/** Words with a space: `${name}(${arguments})` is none. */
function isSentence(text: string): boolean {
  return /\p{L}/u.test(text) && /\s/.test(text)
}

function literalsOf({ head, templateSpans }: ts.TemplateExpression): string[] {
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)]
}

/** Whether a node is an event as an object, or what one of the tellers is given. */
function isTold(node: ts.Node): node is ts.ObjectLiteralExpression {
  if (!ts.isObjectLiteralExpression(node)) return false
  const { parent } = node
  if (ts.isCallExpression(parent) && TELLERS.has(parent.expression.getText())) return true
  return node.properties.some(isEventType)
}

function isEventType(one: ts.ObjectLiteralElementLike): boolean {
  return (
    ts.isPropertyAssignment(one) &&
    one.name.getText() === 'type' &&
    ts.isStringLiteral(one.initializer) &&
    Object.hasOwn(EVENT_TRAITS, one.initializer.text)
  )
}

/** All that it is put together from: itself, and what its names were declared as in the functions around it. */
function partsOf(node: ts.ObjectLiteralExpression): ts.Node[] {
  const names = new Set<string>()
  const collect = (part: ts.Node): void => {
    if (ts.isIdentifier(part)) names.add(part.text)
    ts.forEachChild(part, collect)
  }
  collect(node)
  const declared: ts.Node[] = []
  const look = (part: ts.Node): void => {
    if (ts.isVariableDeclaration(part) && ts.isIdentifier(part.name) && names.has(part.name.text) && part.initializer)
      declared.push(part.initializer)
    ts.forEachChild(part, look)
  }
  let around: ts.Node = node
  while (!ts.isFunctionLike(around) && !ts.isSourceFile(around)) around = around.parent
  look(around)
  return [node, ...declared]
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
}

test('nothing that tells of a run makes a sentence', () => {
  const files = ['src-main/engine', 'src-main/run', 'src-main/store'].flatMap(sourcesIn)
  const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
  expect(texts.filter(([, text]) => text.includes("type: 'warning'")).length).toBeGreaterThan(15)
  expect(texts.flatMap(([file, text]) => sentencesIn(file, text))).toEqual([])
})

test('a sentence is found where it stands, and where it was put before', () => {
  const inline = "emit({ type: 'warning', node, code: 'x', facts: { error: `${name} failed` } })"
  const before =
    "function f() { const error = 'It has failed.'; emit({ type: 'warning', code: 'x', facts: { error } }) }"
  const facts =
    "function f() { const name = nameOf(id); emit({ type: 'warning', code: 'x', facts: { name, to: 'check' } }) }"
  const rule = "tellDecision(draft, context, { node, about: 'pick', choice: { is: 'named', names: ['the best'] } })"
  const limit =
    "function f() { const end = { limit: 'loop', from: `${a} and ${b}` }; endByLimit(draft, flow, { ...end }) }"
  const asked =
    "async () => { const a = await ask('Who is it?'); tellDecision(d, c, { answer: a, code: `${a}.${b}(c)` }) }"
  expect([inline, before, facts, rule, limit, asked].map((text) => sentencesIn('a.ts', text))).toEqual([
    ['a.ts:1 `${name} failed`'],
    ["a.ts:1 'It has failed.'"],
    [],
    ["a.ts:1 'the best'"],
    ['a.ts:1 `${a} and ${b}`'],
    [],
  ])
})
