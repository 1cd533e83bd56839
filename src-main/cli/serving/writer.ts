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

/** A writer for one request; the reply is read, never changed. */
export function createWriter(response: ServerResponse, request: ChatRequest, reply: () => Reply): Writer {
  let head: AnswerHead | null = null
  let sent = { text: 0, refusal: 0 }
  let isOpen = false
  const send = (value: object) => void response.write(`data: ${JSON.stringify(value)}\n\n`)
  const open = (answer: AnswerHead) => {
    if (isOpen) return
    isOpen = true
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
    send(chunk(answer, { role: 'assistant', content: '', refusal: null }))
  }
  const more = () => {
    const { text, refusal } = reply()
    if (!request.isStream || head === null || response.destroyed) return
    const content = text.slice(sent.text)
    const refused = refusal.slice(sent.refusal)
    if (content === '' && refused === '') return
    open(head)
    if (content !== '') send(chunk(head, { content }))
    if (refused !== '') send(chunk(head, { refusal: refused }))
    sent = { text: text.length, refusal: refusal.length }
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
      if (!isOpen) throw failure
      send(wireError(failure).body)
      response.end()
    },
  }
}
