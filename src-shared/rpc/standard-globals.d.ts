/**
 * The two globals outside the language that shared code uses and that every host has. Only the TypeScript project of
 * src-shared includes this file: the other projects take the full types from the DOM or from Node.
 */

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
  throwIfAborted(): void
}

interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare const AbortController: { new (): AbortController }
