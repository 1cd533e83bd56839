/** Puts one answer on the wire: whole, or as a stream of events that begins with its first words. */
import type { ServerResponse } from 'node:http'
import type { AppError } from '../../../src-shared/errors'
import type { Reply } from './reply'
import type { ChatRequest } from './request'
import { chunk, completion, usageChunk, wireError, type AnswerHead, type FinishReason } from './wire'

export type Writer = {
  /** Who answers is known; nothing is sent yet, so that a failure can still be a status. */
  readonly begin: (head: AnswerHead) => void
  /** The reply got longer. */
  readonly more: () => void
  readonly end: (finish: FinishReason) => void
  /** Before anything was streamed it throws, so that the failure becomes a status; after that it is the stream's last event. */
  readonly fail: (failure: AppError) => void
}

/** What a client leaves unread is in memory; one that leaves this much has hung up. */
const MOST_UNREAD = 8 * 1024 * 1024
/** Proxies close streams in which nothing comes for a minute, by default. */
const LOOK_MS = 10_000

/** Does something now and then until the answer is over. */
function keepOpen(response: ServerResponse, look: () => void): void {
  const timer = setInterval(look, LOOK_MS).unref()
  response.once('close', () => clearInterval(timer))
}

/** A writer for one request; the reply is read by nobody else while it grows. */
export function createWriter(response: ServerResponse, request: ChatRequest, reply: () => Reply): Writer {
  let head: AnswerHead | null = null
  let isHeaded = false
  let isQuiet = false
  const write = (text: string) => {
    if (!response.headersSent)
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
    isQuiet = false
    response.write(text)
    if (response.writableLength > MOST_UNREAD) response.destroy()
  }
  const send = (value: object) => write(`data: ${JSON.stringify(value)}\n\n`)
  const open = (answer: AnswerHead) => {
    if (isHeaded) return
    isHeaded = true
    send(chunk(answer, { role: 'assistant', content: '', refusal: null }))
  }
  if (request.isStream) keepOpen(response, () => (isQuiet ? write(': working\n\n') : void (isQuiet = true)))
  const more = () => {
    if (!request.isStream || head === null || response.destroyed) return
    const { text, refusal } = reply().takeNew()
    if (text === '' && refusal === '') return
    open(head)
    if (text !== '') send(chunk(head, { content: text }))
    if (refusal !== '') send(chunk(head, { refusal }))
  }
  return {
    begin(answer) {
      head = answer
      more()
    },
    more,
    end(finish) {
      if (head === null) return
      const { text, refusal, usage } = reply()
      if (!request.isStream) {
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        response.end(JSON.stringify(completion(head, { text, refusal, usage, finish })))
        return
      }
      open(head)
      send(chunk(head, {}, finish))
      if (request.wantsUsage) send(usageChunk(head, usage))
      response.end('data: [DONE]\n\n')
    },
    fail(failure) {
      if (!response.headersSent) throw failure
      send(wireError(failure).body)
      response.end()
    },
  }
}
