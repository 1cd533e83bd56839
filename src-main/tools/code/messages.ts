/** What the main thread and the worker of a code tool say to each other. Types only: the worker runs without a bundler in tests. */

/** What a worker is started with. JSON travels as text, so that only the sandbox and the main thread's own parser read it. */
export type CodeJob = {
  code: string
  /** The code is JavaScript for sure; otherwise it may have types. */
  isPlain: boolean
  /** The arguments and the flow's variables as JSON objects. */
  args: string
  variables: string
  /** Who speaks with whom about what, as a JSON object that `baton` has too. */
  around: string
  /** Whether it may pass the baton here. */
  mayHandOff: boolean
  /** Bytes that the sandbox may use. */
  memory: number
  /** QuickJS itself, as a compiled module of WebAssembly, which threads share. */
  wasm: object
}

/** What became of a request: the answer as JSON, or why there is none. */
export type FetchAnswer = { id: string; isOk: boolean; text: string }

export type FromWorker =
  /** The sandbox stands; the code's time begins. `code`: without its types, for the next call. */
  | { type: 'ready'; code: string }
  /** `request`: a JSON object with url, method, headers and body, as the code wrote them. */
  | { type: 'fetch'; id: string; request: string }
  /** A line that the code wrote to its console. */
  | { type: 'log'; text: string }
  /** `isText`: it gave back a text, which is `text`; else JSON. `sets`: names and JSON texts in the order in which the code set them; `switches`: tools that it switched, in order too. */
  | {
      type: 'done'
      text: string
      isText: boolean
      sets: [name: string, json: string][]
      switches: [tool: string, isOn: boolean][]
      handOff: string | null
    }
  | { type: 'failed'; message: string }
