/**
 * What becomes of a tool's result: a long text is kept whole in the store and cut for the model, media are kept and stand in
 * the text as a line each. So the state, the log and the events stay small, and hold no bytes.
 */
import { resultNote } from '../../../src-shared/agents/prompts/result-notes'
import { readPicture, tooLargeWords } from '../../../src-shared/run/log/pictures'
import type { KeptResult } from '../../../src-shared/run/log/results'
import { sizeWords } from '../../../src-shared/sizes'
import type { Media, StepContext, ToolOutcome } from '../contract/runtime'
import { ENGLISH } from '../../../src-shared/languages/translate'

/** Characters of a result that models read, and how many of them are its last ones where it is longer. */
const MOST = 20_000
const LAST = 1000
/** How far a cut goes back for the end of a line or a word. */
const SLACK = 400
/** Bytes of one result that are kept. */
const MOST_KEPT = 20_000_000
const MOST_MEDIA = 50
const NAME_LENGTH = 120

/** An outcome whose text models can read, and what of it is in the store. */
export type KeptOutcome = Omit<ToolOutcome, 'media'> & { kept: readonly KeptResult[] }

/** `flow`: its language is the notes'. */
type StorageContext = Pick<StepContext, 'threadId'> & {
  flow: Pick<StepContext['flow'], 'language'>
  services: { results: Pick<StepContext['services']['results'], 'keep'> }
}

/** Keeps what is too much for models. Doing it again, after a crash, keeps nothing twice. */
export async function keepResult(
  context: StorageContext,
  { media = [], ...outcome }: ToolOutcome,
): Promise<KeptOutcome> {
  const text = readable(outcome.text)
  const told = text.length <= MOST ? { text, kept: [] } : await keepText(context, text)
  if (media.length === 0) return { ...outcome, ...told }
  const lines: string[] = []
  const kept: KeptResult[] = [...told.kept]
  for (const one of media.slice(0, MOST_MEDIA)) {
    const { line, result } = await keepMedia(context, one)
    lines.push(line)
    if (result !== null) kept.push(result)
  }
  if (media.length > MOST_MEDIA)
    lines.push(resultNote(context.flow.language, 'more', { count: media.length - MOST_MEDIA }))
  return { ...outcome, text: [...(told.text.trim() === '' ? [] : [told.text]), ...lines].join('\n'), kept }
}

/** What no server chokes on: no half characters, no NUL. */
function readable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

async function keepText(
  { flow: { language }, services, threadId }: StorageContext,
  text: string,
): Promise<{ text: string; kept: KeptResult[] }> {
  const isJson = looksLikeJson(text)
  const body = beginningInBytes(text, MOST_KEPT)
  // JSON that was cut is no valid JSON.
  const mimeType = isJson && body.length === text.length ? 'application/json' : 'text/plain'
  const result = await services.results.keep(threadId, { mimeType, body })
  const first = beginningOf(text)
  const last = endOf(text)
  const rest =
    body.length === text.length
      ? resultNote(language, 'wholeKept', { id: result.id })
      : resultNote(language, 'partKept', { size: sizeWords(MOST_KEPT), id: result.id })
  const count = (characters: string) => characters.length.toLocaleString(language)
  const facts = { first: count(first), last: count(last), all: count(text), rest }
  return {
    text: `${first}\n${resultNote(language, isJson ? 'cutJson' : 'cut', facts)}\n${last}`,
    kept: [{ ...result, name: null }],
  }
}

function looksLikeJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text.slice(-20))) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** As much of the beginning as fits, at the end of a line or a word if there is one near. */
function beginningOf(text: string): string {
  const most = MOST - LAST
  const near = text.slice(most - SLACK, most)
  const line = near.lastIndexOf('\n')
  const space = line === -1 ? near.lastIndexOf(' ') : line
  const end = space === -1 ? most : most - SLACK + space + 1
  return text.slice(0, isInPair(text, end) ? end - 1 : end)
}

function endOf(text: string): string {
  const most = text.length - LAST
  const near = text.slice(most, most + SLACK)
  const line = near.indexOf('\n')
  const space = line === -1 ? near.indexOf(' ') : line
  const start = space === -1 ? most : most + space + 1
  return text.slice(isInPair(text, start) ? start + 1 : start)
}

/** Whether a place is in the middle of a character that takes two. */
function isInPair(text: string, place: number): boolean {
  const code = text.charCodeAt(place)
  return code >= 0xdc00 && code <= 0xdfff
}

function beginningInBytes(text: string, most: number): string {
  if (text.length * 3 <= most || Buffer.byteLength(text) <= most) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(most))
  return text.slice(0, read)
}

async function keepMedia(
  { flow: { language }, services, threadId }: StorageContext,
  { mimeType, base64, name }: Media,
): Promise<{ line: string; result: KeptResult | null }> {
  const bytes = Buffer.from(base64, 'base64')
  const facts = readPicture(bytes)
  const named = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mimeType) ? mimeType.toLowerCase() : 'application/octet-stream'
  // Servers refuse a picture whose media type is not that of its bytes.
  const type = facts?.mimeType ?? named
  const shown = name === undefined ? '' : oneLine(name)
  const size = Math.floor((base64.length * 3) / 4)
  const what = `${resultNote(language, nounOf(type))}: ${shown === '' ? '' : `${shown}, `}${type}`
  if (size > MOST_KEPT + 2)
    return { line: resultNote(language, 'tooLarge', { what, size: sizeWords(size) }), result: null }
  const kept = await services.results.keep(threadId, { mimeType: type, body: bytes })
  const fault = facts === null ? null : tooLargeWords(facts, kept.size)
  const picture = facts === null || fault !== null ? {} : { picture: { width: facts.width, height: facts.height } }
  const result = { ...kept, name: shown === '' ? null : shown, ...picture }
  const told = { what, size: sizeWords(kept.size), id: kept.id }
  const line =
    fault === null
      ? resultNote(language, 'kept', told)
      : resultNote(language, 'keptUnseen', { ...told, why: ENGLISH.message(fault) })
  return { line, result }
}

/** A name that can neither end the line nor pass for another one. */
function oneLine(name: string): string {
  return readable(name)
    .replace(/[\p{Cc}\p{Cf}[\]\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH)
    .toWellFormed()
}

function nounOf(type: string): 'image' | 'audio' | 'video' | 'file' {
  const group = type.slice(0, type.indexOf('/'))
  return group === 'image' || group === 'audio' || group === 'video' ? group : 'file'
}
