/**
 * The web globals that every host of `src-shared` has: Node, Electron and browsers. Only the shared program includes this file;
 * the others know these names from their own libraries. Nothing that reaches a document, a process, a network or a timer belongs here.
 */
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

declare const AbortSignal: {
  abort(reason?: unknown): AbortSignal
  any(signals: readonly AbortSignal[]): AbortSignal
}

declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare class TextEncoder {
  encode(text?: string): Uint8Array
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean })
  decode(bytes?: Uint8Array): string
}

declare class URL {
  constructor(url: string, base?: string)
  static canParse(url: string, base?: string): boolean
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
}

declare const crypto: {
  randomUUID(): string
}

declare function structuredClone<T>(value: T): T
declare function queueMicrotask(callback: () => void): void
