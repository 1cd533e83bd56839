/**
 * Questions of MCP servers to people: a call that asks is not over, its questions wait as any others do, over restarts too, and it is made again with
 * the answers. What the server wants back with them is the call's bookmark.
 */
import { faultsOf } from '../../../src-shared/agents/prompts/misfit-words'
import { AppError } from '../../../src-shared/errors'
import { message as sentence } from '../../../src-shared/languages/translate'
import { newId, type Language } from '../../../src-shared/flow/records'
import type { NodeQuestion } from '../../../src-shared/run/log/questions'
import type { McpQuestions, McpResponses } from '../../tools/mcp/asking'
import { readBookmark, type Bookmark } from '../../tools/mcp/bookmark'
import type { EngineServices, InnerEvents, ToolCallContext, ToolOutcome } from '../contract/runtime'

/** So often one call may ask people something: a server that never has enough would keep them answering for ever. */
const MOST_ROUNDS = 20

/** What the call asked when it was made before. `open`: not all of it is answered. Undefined: it asked nothing. */
type AskedBefore = { round: number; answers: McpResponses; open?: ToolOutcome }

export async function askedBefore(
  { bookmark, inside, services, signal }: ToolCallContext,
  language: Language,
): Promise<AskedBefore | undefined> {
  if (bookmark === undefined) return undefined
  const known = readBookmark(bookmark)
  const { text } = await services.redactor()
  const given = new Map((inside.answers ?? []).map(({ id, answer }) => [id, answer]))
  const responses = { ...known.responses }
  const asked: Bookmark['asked'] = []
  for (const one of known.asked) {
    const answer = given.get(one.id)
    if (answer?.kind !== 'elicitation') asked.push(one)
    else if (answer.action === 'decline') responses[one.key] = { action: 'decline' }
    else {
      const schema = { ...one.form, type: 'object' }
      const { args: content, misfits } = await services.checkArguments(schema, answer.values ?? {}, signal)
      if (misfits.length === 0) responses[one.key] = { action: 'accept', content }
      // A question that was answered is over: the next try is another one.
      else asked.push({ ...one, id: newId('q'), problem: text(faultsOf(language, misfits)) })
    }
  }
  const { round, state } = known
  if (asked.length === 0) return { round, answers: { state, responses } }
  return { round, answers: { state, responses }, open: outcomeOf({ ...known, asked, responses }) }
}

type AskingContext = {
  node: string
  name: string
  round: number
  inside: Pick<InnerEvents, 'scope' | 'answers'>
  services: Pick<EngineServices, 'redactor'>
}

/**
 * The call's questions as those of its node, without the person's secrets. Throws AppError `tool-failed` where nobody can be asked, where the call
 * has asked too often, and where the server wants a secret back, since what it wants back is kept as it is.
 */
export async function askPeople(
  { questions, state }: McpQuestions,
  { node, name, round, inside, services }: AskingContext,
): Promise<ToolOutcome> {
  if (inside.answers === null)
    throw new AppError(
      'tool-failed',
      sentence('{name} wants to ask somebody something first, and nobody can be asked here.', { name }),
    )
  if (round === MOST_ROUNDS)
    throw new AppError(
      'tool-failed',
      sentence('{name} has asked {count} times in one call and wants to ask again. The call was given up.', {
        name,
        count: round,
      }),
    )
  const { text, json } = await services.redactor()
  if (state !== null && text(state) !== state)
    throw new AppError(
      'tool-failed',
      sentence('{name} asks somebody something first, and wants a secret to be kept with it.', { name }),
    )
  const asked = questions.map(({ key, message, form }) => ({
    key,
    message: text(message),
    form: json(form),
    // What was asked is stored, so that it is asked under the same name again.
    id: newId('q'),
    node,
    path: inside.scope,
    problem: null,
  }))
  return outcomeOf({ round: round + 1, state, asked, responses: {} })
}

function outcomeOf(bookmark: Bookmark): ToolOutcome {
  const asks = bookmark.asked.map(({ id, node, path, message, form, problem }): NodeQuestion<'elicitation'> => {
    return { id, node, path, question: { kind: 'elicitation', message, form, problem } }
  })
  return { text: '', isError: false, asks, bookmark: JSON.stringify(bookmark) }
}
