/** What the options of `baton threads fork` change: read by what there is at the place where the thread is left. */
import { readFileSync } from 'node:fs'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { readValue } from '../../src-shared/flow/variables'
import { foldCase } from '../../src-shared/match'
import type { ForkChoices, NamedNode } from '../../src-shared/rpc/fork-choices'
import { FORK_DRAWINGS, type ForkChanges, type ForkDrawing, type ForkEdit } from '../../src-shared/run/log/fork-changes'
import { UsageError } from './options'

export type ForkOptions = {
  set?: string[]
  result?: string[]
  holder?: string
  model?: string[]
  prompt?: string[]
  drawing?: string
  substitute?: string[]
}

/** Whether anything is to be changed. */
export function hasChanges(options: ForkOptions): boolean {
  const { set, result, holder, model, prompt, drawing, substitute } = options
  return [set, result, holder, model, prompt, drawing, substitute].some((one) => one !== undefined)
}

export function drawingOf({ drawing }: ForkOptions): ForkDrawing | null {
  if (drawing === undefined) return null
  const known = FORK_DRAWINGS.find((one) => one === drawing)
  if (known === undefined) throw new UsageError(`"${drawing}" is no drawing. Use --drawing then or --drawing now.`)
  return known
}

/** Throws `UsageError` for what is not written as it should be, `bad-input` for what is not there. */
export function changesOf(options: ForkOptions, choices: ForkChoices): ForkChanges {
  const { set = [], result = [], holder, model = [], prompt = [], substitute = [] } = options
  const edits: ForkEdit[] = [
    ...set.map((text) => variableEdit(pairOf('--set', text), choices)),
    ...result.map((text) => resultEdit(pairOf('--result', text), choices)),
    ...(holder === undefined ? [] : [{ what: 'holder' as const, node: nodeId(holder, choices.holders) }]),
    ...model.map((text) => modelEdit(pairOf('--model', text), choices)),
    ...prompt.map((text) => promptEdit(pairOf('--prompt', text), choices)),
  ]
  const substitutes = Object.fromEntries(substitute.map((text) => substituteOf(pairOf('--substitute', text), choices)))
  return { edits, drawing: drawingOf(options), substitutes }
}

type Pair = { name: string; value: string }

const FORMS = {
  '--set': 'NAME=VALUE',
  '--result': 'CALL=TEXT',
  '--model': 'NODE=CONNECTION/MODEL',
  '--prompt': 'NODE=TEXT or NODE=@FILE',
  '--substitute': 'OLD=NEW',
} as const

function pairOf(option: keyof typeof FORMS, text: string): Pair {
  const at = text.indexOf('=')
  const name = text.slice(0, at).trim()
  if (at === -1 || name === '') throw new UsageError(`${option} wants ${FORMS[option]}, and "${text}" is not that.`)
  return { name, value: text.slice(at + 1) }
}

function variableEdit({ name, value }: Pair, { variables }: ForkChoices): ForkEdit {
  const known = variables.find((one) => one.name === name)
  // What is not declared is refused by the core, which knows the thread.
  const read = readValue(name, known?.type ?? 'string', value)
  if (!read.ok) throw new AppError('bad-input', read.issue)
  return { what: 'variable', name, value: read.value }
}

/** A call by its id or, of the newest one, by the name of its tool. */
export function resultNamed(name: string, { results }: ForkChoices): ForkChoices['results'][number] {
  const found =
    results.findLast(({ entry, callId }) => entry === name || callId === name) ??
    results.findLast(({ tool }) => tool === name)
  if (found !== undefined) return found
  const known = results.map(({ tool, callId }) => `${tool} (${callId})`).join(', ')
  throw new AppError(
    'bad-input',
    inEnglish(
      `There is no result of "${name}" before this step. ${known === '' ? 'There are none.' : `There are: ${known}.`}`,
    ),
  )
}

function resultEdit({ name, value }: Pair, choices: ForkChoices): ForkEdit {
  // What a person writes is what the tool should have said, even where it failed.
  return { what: 'result', entry: resultNamed(name, choices).entry, text: textOf(value), isError: false }
}

/** The connection up to the first slash, then the model, which may have slashes of its own. */
function modelEdit({ name, value }: Pair, { nodes }: ForkChoices): ForkEdit {
  const at = value.indexOf('/')
  const [connection, model] = at === -1 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)]
  if (connection.trim() === '')
    throw new UsageError(`--model wants ${FORMS['--model']}, and "${name}=${value}" is not that.`)
  return { what: 'model', node: nodeId(name, nodes), connection, model }
}

/** `NODE` or, of one with several prompts, `NODE.FIELD`. */
function promptEdit({ name, value }: Pair, { nodes }: ForkChoices): ForkEdit {
  const text = textOf(value)
  const whole = findNode(name, nodes)
  const at = name.lastIndexOf('.')
  if (whole !== undefined || at === -1) return { what: 'prompt', node: nodeId(name, nodes), text }
  return { what: 'prompt', node: nodeId(name.slice(0, at), nodes), field: name.slice(at + 1), text }
}

function substituteOf({ name, value }: Pair, { missing, nodes, holders }: ForkChoices): [string, string] {
  const gone = nodeId(name, missing)
  const candidates = missing.find(({ node }) => node === gone)?.candidates ?? []
  return [gone, nodeId(value, [...candidates, ...holders, ...nodes])]
}

function textOf(value: string): string {
  if (!value.startsWith('@')) return value
  const file = value.slice(1)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new AppError('not-found', inEnglish(`${file} could not be read.`))
  }
}

function findNode(name: string, nodes: readonly NamedNode[]): NamedNode | undefined {
  return (
    nodes.find(({ node }) => node === name) ?? nodes.find((one) => foldCase(one.name.trim()) === foldCase(name.trim()))
  )
}

/** What is known by neither id nor name is refused by the core, which says what there is. */
function nodeId(name: string, nodes: readonly NamedNode[]): string {
  return findNode(name, nodes)?.node ?? name
}
