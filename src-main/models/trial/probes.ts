/** What a server is asked in a test: short questions whose answers show what it and its model can do. */
import { AppError } from '../../../src-shared/errors'
import { asMessage, inARow, message, type Message, type Sentence } from '../../../src-shared/languages/translate'
import { adaptationWords, type TrialPart, type TrialRow } from '../../../src-shared/providers/trial'
import type { Picture } from '../../../src-shared/run/log/pictures'
import { saidReason } from '../../../src-shared/run/log/reasons'
import type { Server } from '../listing'
import type { ChatModel, ModelReply, ModelRequest, ModelTool } from '../contract/model'
import type { Prompt } from '../contract/prompt'
import { callSortingThoughts } from '../thoughts'
import type { LearntDialect } from '../wire/dialects'
import { adaptationsIn } from './adaptations'
import { tryLateSystem } from './late-system'

/** `model` writes its requests as Baton's turns do, and keeps what it learns in `learnt`. */
export type ProbeContext = { readonly model: ChatModel; readonly learnt: LearntDialect; readonly server: Server }

/** A reply is given so many tokens: enough for models that think first, and all others end by themselves. */
export const REPLY_TOKENS = 1000

/** What a row came to. */
export type ProbeResult = { verdict: TrialRow['verdict']; words: Sentence }

/** Asks for a text and watches how it comes: one call, two rows. Throws what the call fails with. */
export async function tryText(trying: ProbeContext): Promise<{ text: ProbeResult; streaming: ProbeResult }> {
  let pieces = 0
  const count = () => void (pieces += 1)
  const reply = await ask(trying, {
    prompt: promptOf({ kind: 'said', by: 'user', text: 'Count from 1 to 10, in digits with a space between.' }),
    onToken: count,
    onThought: count,
  })
  const isSilent = reply.text.trim() === ''
  const { model } = trying.server.endpoint
  const streaming: ProbeResult =
    pieces > 1
      ? { verdict: 'works', words: 'Replies appear as they are written.' }
      : { verdict: 'adapted', words: 'Replies come in one piece, so they appear whole.' }
  if (!isSilent) return { text: adapted(trying, 'text', message('“{model}” answers.', { model })), streaming }
  const words =
    reply.end === 'length'
      ? message('The model was reached. It thought for {count} tokens and said nothing yet.', { count: REPLY_TOKENS })
      : message('The model was reached. It said nothing.')
  return { text: { verdict: 'unclear', words }, streaming }
}

const NUMBER = '4711'
const TOOL: ModelTool = {
  name: 'get_number',
  description: 'Gives the number of the day.',
  parameters: { type: 'object', properties: {} },
}

/** Offers a tool, has it called, gives its result back and lets the user speak behind it. */
export async function tryTools(trying: ProbeContext): Promise<ProbeResult> {
  const question = {
    kind: 'said',
    by: 'user',
    text: 'Which is the number of the day? Call the tool get_number to find out.',
  } as const
  const first = await refusable(ask(trying, { prompt: promptOf(question), tools: [TOOL] }))
  if ('refusal' in first) return { verdict: 'no', words: first.refusal }
  const call = first.reply.calls.find(({ name }) => name === TOOL.name)
  if (call === undefined) {
    const words =
      'The model was offered a tool and told to call it, and did not. Agents that need tools will not work on it.'
    return { verdict: 'unclear', words }
  }
  const { extra } = first.reply
  const calls = [{ ...call, result: `The number of the day is ${NUMBER}.` }]
  const prompt = promptOf(
    question,
    { kind: 'calls', by: 'self', text: first.reply.text, calls, ...(extra === undefined ? {} : { extra }) },
    { kind: 'said', by: 'user', text: 'Now say that number, in digits.' },
  )
  const second = await refusable(ask(trying, { prompt, tools: [TOOL] }))
  if ('refusal' in second) {
    return {
      verdict: 'no',
      words: inARow([message('It calls tools, but the result was refused.'), second.refusal], ' '),
    }
  }
  const heard = second.reply.text.replace(/[^\d]/g, '').includes(NUMBER)
  if (heard) return adapted(trying, 'tools', 'It calls a tool and uses the result.')
  return { verdict: 'unclear', words: 'It calls a tool, but did not say what the tool gave.' }
}

/** Where instructions may stand. That they work at all is known from the text before. */
export async function trySystem(trying: ProbeContext): Promise<ProbeResult> {
  if (trying.learnt.get().system === 'in-user') {
    return adapted(trying, 'system', 'This server takes no system messages.')
  }
  const late = await tryLateSystem(trying.server)
  if (late.kind === 'taken') {
    return { verdict: 'works', words: 'It takes them at any place. Baton puts them first.' }
  }
  if (late.kind === 'refused') {
    return { verdict: 'adapted', words: 'It takes them at the beginning only. Baton puts them first for every server.' }
  }
  return {
    verdict: 'works',
    words: message('It takes them at the beginning. Whether it does later could not be tried: {reason}', {
      reason: late.why,
    }),
  }
}

/** A red square of 64 x 64 pixels, which is larger than the smallest that servers take. */
const RED_SQUARE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsEty/UMZxgi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywLPLIEA68ZURwAAAABJRU5ErkJggg==',
  'base64',
)
const SQUARE: Picture = { id: 'square', name: 'square.png', mimeType: 'image/png', width: 64, height: 64 }

/** Shows the model a picture and asks for its colour. */
export async function tryImages(trying: ProbeContext): Promise<ProbeResult> {
  if (trying.learnt.get().pictures === 0) return readsNone('known before')
  const retries: Message[] = []
  const prompt = promptOf({
    kind: 'said',
    by: 'user',
    text: 'Which colour has this square? Answer with one word.',
    pictures: [SQUARE],
  })
  const asked = await refusable(
    ask(trying, { prompt, readPicture: () => RED_SQUARE, onRetry: (retry) => void retries.push(saidReason(retry)) }),
  )
  if ('refusal' in asked) return { verdict: 'no', words: asked.refusal }
  if (trying.learnt.get().pictures === 0) return readsNone('learnt')
  const [why] = retries
  if (why !== undefined) return { verdict: 'unclear', words: why }
  if (/\bred\b|\brouge\b|\brot\b|красн|红/i.test(asked.reply.text))
    return { verdict: 'works', words: 'It sees images.' }
  const said = trying.server.endpoint.redact(asked.reply.text).replace(/\s+/g, ' ').trim().slice(0, 80)
  const words = message('It took a picture of a red square and said “{said}”. It may not see what it is shown.', {
    said,
  })
  return { verdict: 'unclear', words }
}

function readsNone(how: 'known before' | 'learnt'): ProbeResult {
  const words =
    how === 'learnt'
      ? message('The model reads no images. Baton sends a line of text in their place.')
      : message(
          'The model reads no images, as its server or your settings say. Baton sends a line of text in their place.',
        )
  return { verdict: 'no', words }
}

/** It works; what Baton does for that is told. */
function adapted({ learnt }: ProbeContext, part: TrialPart, words: Sentence): ProbeResult {
  const ways = adaptationWords(adaptationsIn(learnt.get(), part))
  if (ways === null) return { verdict: 'works', words }
  return { verdict: 'adapted', words: inARow([asMessage(words), message('Baton adapts: {ways}.', { ways })], ' ') }
}

function promptOf(...history: Prompt['history'][number][]): Prompt {
  return { language: 'en', system: ['This is a test of a connection. Keep every answer short.'], history, after: [] }
}

type ProbeRequest = Pick<ModelRequest, 'prompt'> & Partial<ModelRequest>

function ask({ model, server }: ProbeContext, request: ProbeRequest): Promise<ModelReply> {
  return callSortingThoughts(model, {
    tools: [],
    speaker: 'Connection test',
    nth: 1,
    purpose: { kind: 'reply' },
    signal: server.signal,
    ...request,
  })
}

/** What a server refuses as such it cannot do; any other failure is thrown. */
async function refusable(call: Promise<ModelReply>): Promise<{ reply: ModelReply } | { refusal: Message }> {
  try {
    return { reply: await call }
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'model-rejected') return { refusal: cause.said }
    throw cause
  }
}
