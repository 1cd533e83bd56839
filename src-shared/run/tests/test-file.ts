/** Tests of a flow as they are kept and travel: what was said, what models and tools gave then, and the route that it took. The one door for a file of them. */
import { z } from 'zod'
import { AppError } from '../../errors'
import { issueWords } from '../../flow/issues'
import { findForbidden, parseJson } from '../../flow/json'
import { message, type Message } from '../../languages/translate'
import { MOST_ATTACHMENTS } from '../log/attachments'
import { replyEndSchema } from '../log/facts'
import { answerSchema } from '../log/questions'
import { pictureSizeSchema } from '../log/results'

const TESTS_FORMAT = 'baton/tests'
/** 2: what a turn begins with beside its words, prices, and calls that run without asking. */
const TESTS_VERSION = 2
/** Of a file. */
export const MOST_TESTS_BYTES = 20_000_000
const MOST_TESTS = 500
const MOST_TURNS = 500
const MOST_OF_TURN = 2000
/** Characters of all that was attached in one test, as it stands in the file. */
export const MOST_ATTACHED = 5_000_000

const id = z.string().min(1).max(200)
const text = z.string().max(1_000_000)
const json = z.record(z.string(), z.json())

const calledSchema = z.strictObject({
  is: z.literal('call'),
  /** Who called it. */
  node: id,
  tool: id,
  toolNode: id,
  /** JSON; text where a model wrote something else. */
  arguments: z.json(),
  /** It began while the call before it ran, so which of them was first is chance. */
  beside: z.literal(true).exactOptional(),
})

/** One thing that happened in a turn. */
const stepSchema = z.discriminatedUnion('is', [
  /** It has the baton from here on. */
  z.strictObject({ is: z.literal('baton'), node: id }),
  calledSchema,
  z.strictObject({ is: z.literal('said'), node: id, text }),
  /** `kind`: of question. */
  z.strictObject({ is: z.literal('asked'), node: id, kind: id }),
  z.strictObject({ is: z.literal('ended'), how: z.enum(['done', 'limit', 'spoken', 'stopped', 'failed']) }),
])
export type RouteStep = z.infer<typeof stepSchema>
export type RouteCall = z.infer<typeof calledSchema>

const replySchema = z.strictObject({
  /** Who asked the model, and for what. */
  node: id,
  purpose: id,
  text,
  /** `to`: the node that got the baton by it. */
  calls: z.array(z.strictObject({ id, name: id, arguments: text, to: id.exactOptional() })).max(MOST_OF_TURN),
  /** Tokens, which count to the flow's budgets; null: the server did not say. */
  usage: z.strictObject({ input: z.number(), output: z.number() }).nullable(),
  /** US dollars, which count to the flow's budgets; absent: no price was known. */
  cost: z.number().min(0).exactOptional(),
  /** Absent: it ended by itself. */
  end: replyEndSchema,
})
export type KeptReply = z.infer<typeof replySchema>

/** `calls`: of models; `unpriced`: those whose price was not known. */
const spentSchema = z.strictObject({
  calls: z.number(),
  input: z.number(),
  output: z.number(),
  dollars: z.number(),
  unpriced: z.number(),
})

const resultSchema = z.strictObject({
  node: id,
  tool: id,
  toolNode: id,
  arguments: z.json(),
  text,
  isError: z.boolean(),
  variables: json.exactOptional(),
  handOff: z.string().exactOptional(),
  switches: z.record(z.string(), z.boolean()).exactOptional(),
  loads: z.array(z.string()).exactOptional(),
  /** What models took within it, which counts to the flow's budgets; absent: nothing. */
  spent: spentSchema.exactOptional(),
})
/** What a call gave, and what it changed beside that. */
export type KeptCall = z.infer<typeof resultSchema>

/** Something that was attached, as models read it; `whole`: all of it, where `text` is a part or a note. */
const attachedSchema = z.strictObject({
  name: z.string().max(1000),
  uri: z.string().max(8000).nullable(),
  mimeType: z.string().max(200),
  size: z.number().int(),
  text,
  whole: z
    .strictObject({
      mimeType: z.string().max(200),
      name: z.string().max(1000).nullable(),
      picture: z.strictObject(pictureSizeSchema.shape).exactOptional(),
      body: z.union([
        z.strictObject({ text: z.string().max(MOST_ATTACHED) }),
        z.strictObject({ base64: z.base64().max(MOST_ATTACHED) }),
      ]),
    })
    .exactOptional(),
})
export type AttachedInTest = z.infer<typeof attachedSchema>

const attached = z.array(attachedSchema).max(MOST_ATTACHMENTS).exactOptional()

const earlierSchema = z.strictObject({ role: z.enum(['user', 'assistant']), text, attached })
export type EarlierInTest = z.infer<typeof earlierSchema>

const turnSchema = z.strictObject({
  /** Null: the flow speaks first. */
  says: text.nullable(),
  /** Absent: nothing. */
  attached,
  /** What had been said elsewhere before it; absent: nothing. */
  before: z.array(earlierSchema).max(MOST_OF_TURN).exactOptional(),
  /** Who was picked to answer; absent: nobody. */
  to: id.exactOptional(),
  /** Calls that ran without asking by a rule from before; absent: none. */
  unasked: z
    .array(z.strictObject({ node: id, tool: id }))
    .max(MOST_OF_TURN)
    .exactOptional(),
  /** Variables that the person set with it. */
  sets: json,
  /** In the order in which they were given; `node` asked. */
  answers: z.array(z.strictObject({ node: id, answer: answerSchema })).max(MOST_OF_TURN),
  replies: z.array(replySchema).max(MOST_OF_TURN),
  calls: z.array(resultSchema).max(MOST_OF_TURN),
  route: z.array(stepSchema).min(1).max(MOST_OF_TURN),
})
export type TestTurn = z.infer<typeof turnSchema>

export const flowTestSchema = z.strictObject({
  id,
  name: z.string().trim().min(1).max(200),
  /** The one node that it talks to; null: the whole flow. */
  only: id.nullable(),
  /** Names of its nodes when it was kept, by their ids. */
  nodes: z.record(id, z.string().max(1000)),
  turns: z.array(turnSchema).min(1).max(MOST_TURNS),
})
export type FlowTest = z.infer<typeof flowTestSchema>

const testFileSchema = z.strictObject({
  format: z.literal(TESTS_FORMAT),
  version: z.int().min(1).max(TESTS_VERSION),
  /** The flow that the tests were made of. */
  flow: z.strictObject({ id, name: z.string().max(1000) }),
  tests: z.array(flowTestSchema).max(MOST_TESTS),
})
export type TestFile = z.infer<typeof testFileSchema>

/** A file of tests as text. Throws `bad-input` where that is more than can be read again. */
export function saveTests(file: Omit<TestFile, 'format' | 'version'>): string {
  const text = `${JSON.stringify({ format: TESTS_FORMAT, version: TESTS_VERSION, ...file }, null, 2)}\n`
  if (text.length > MOST_TESTS_BYTES)
    throw new AppError('bad-input', 'These tests are too large for one file, which holds 20 MB. Delete some first.')
  return text
}

/** Reads a file of tests. Throws `bad-input` in words for what is none, or not one that this Baton understands whole. */
export function openTests(written: string): TestFile {
  if (written.length > MOST_TESTS_BYTES) throw refused(message('it is larger than 20 MB'))
  const read = parseJson(written)
  if (!read.ok) throw refused(message('it stops being JSON at line {line}', { line: read.line }))
  const forbidden = findForbidden(read.value)
  if (forbidden !== null) throw refused(forbidden.message)
  const head = z.looseObject({ format: z.literal(TESTS_FORMAT), version: z.number() }).safeParse(read.value)
  if (!head.success) throw refused(message('it does not hold tests of a flow'))
  if (head.data.version > TESTS_VERSION) throw refused(message('a newer Baton wrote it. Update Baton'))
  const file = testFileSchema.safeParse(read.value)
  if (!file.success) {
    const [issue] = file.error.issues
    const place = issue?.path.join('.') ?? ''
    throw refused(
      message('{place} is not as it should be ({problem})', {
        place: place === '' ? message('it') : place,
        problem: issue === undefined ? '' : issueWords(issue),
      }),
    )
  }
  const { tests } = file.data
  if (new Set(tests.map((test) => test.id)).size < tests.length)
    throw refused(message('two of its tests have the same id'))
  return file.data
}

function refused(why: Message): AppError {
  return new AppError('bad-input', message('These tests cannot be read: {why}.', { why }))
}
