/** One streamed piece of an answer as servers really send it, read once into what a reply is made of. */
import { z } from 'zod'
import type { JsonObject } from '../../src-shared/flow/records'
import { asRecord } from './json'

const jsonObject = z.record(z.string(), z.json())

/** A piece of a call. `index` tells calls apart where the server numbers them; what a piece does not say is empty. */
export type CallPiece = { index: string; id: string; name: string; arguments: string; extra: JsonObject }

/** `beside`: the fields that servers want back with the reply. */
export type ReplyPiece = {
  text: string
  thought: string
  refusal: string
  calls: readonly CallPiece[]
  beside: JsonObject
}

/**
 * What servers put beside a reply that they want back with it: DeepSeek and Moonshot (`reasoning_content`), OpenRouter (`reasoning_details`), LiteLLM for
 * Claude (`thinking_blocks`). Other fields of a reply tell something and are not wanted back.
 */
const GIVEN_BACK = ['reasoning_content', 'reasoning_details', 'thinking_blocks'] as const

/** Where the library's chunks carry the piece. */
export const PIECE = 'baton_piece'

/**
 * Reads a delta. Text may come in parts; thoughts as `reasoning_content` (DeepSeek, vLLM, llama.cpp), `reasoning` (OpenRouter, Groq,
 * newer vLLM) or parts of type `thinking` (Mistral) or `reasoning`; calls also in the protocol's old form `function_call`.
 */
export function readPiece(delta: unknown): ReplyPiece {
  const fields = asRecord(delta)
  const content = fields['content']
  const parts: unknown[] = Array.isArray(content) ? content : []
  const calls: unknown[] = Array.isArray(fields['tool_calls']) ? fields['tool_calls'] : []
  const old = fields['function_call']
  return {
    text: textOf(content) + parts.map((part) => (isThought(part) ? '' : textOf(asRecord(part)['text']))).join(''),
    thought:
      (textOf(fields['reasoning_content']) || textOf(fields['reasoning']) || inDetails(fields['reasoning_details'])) +
      parts
        .map((part) => thoughtIn(asRecord(part)['thinking']) + (isThought(part) ? textOf(asRecord(part)['text']) : ''))
        .join(''),
    refusal: textOf(fields['refusal']),
    beside: givenBack(fields),
    calls: [
      ...calls.map(readCall),
      ...(typeof old === 'object' && old !== null ? [readCall({ index: 'old', function: old })] : []),
    ],
  }
}

/** Looked for in each piece of each reply, and seldom there. */
function givenBack(fields: Record<string, unknown>): JsonObject {
  const found = GIVEN_BACK.filter((name) => (fields[name] ?? null) !== null)
  return found.length === 0 ? {} : jsonFields(Object.fromEntries(found.map((name) => [name, fields[name]])))
}

/** A part that is named for thoughts and has them as its text. */
function isThought(part: unknown): boolean {
  return /^(reasoning|thinking|thought)\b/.test(textOf(asRecord(part)['type']))
}

/** MiniMax says thoughts in `reasoning_details` alone, where others say them there once more. */
function inDetails(details: unknown): string {
  if (!Array.isArray(details)) return ''
  return details.map((one: unknown) => textOf(asRecord(one)['text']) || textOf(asRecord(one)['summary'])).join('')
}

function thoughtIn(thinking: unknown): string {
  if (!Array.isArray(thinking)) return textOf(thinking)
  return thinking.map((part: unknown) => textOf(asRecord(part)['text'])).join('')
}

function readCall(value: unknown): CallPiece {
  const { index, id, type: _type, function: called, ...beside } = asRecord(value)
  const { name, arguments: args, ...within } = asRecord(called)
  return {
    index: wordOf(index),
    id: wordOf(id),
    name: textOf(name),
    arguments: argumentsOf(args),
    extra: { ...jsonFields(beside), ...(Object.keys(within).length > 0 ? { function: jsonFields(within) } : {}) },
  }
}

/** Nothing yet is an empty text; servers that send an object mean its JSON. */
function argumentsOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What came over the wire is JSON; null says as much as nothing. */
function jsonFields(fields: Record<string, unknown>): JsonObject {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return jsonObject.parse(Object.fromEntries(known))
}

function wordOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : textOf(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
