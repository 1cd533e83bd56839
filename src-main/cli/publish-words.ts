/** What `baton publish` prints of a thread: lines for people, and a row for programs. */
import { ENGLISH } from '../../src-shared/languages/translate'
import { beginsAgainWords, flowChangeWords } from '../../src-shared/run/words/warnings'
import { questionText } from '../../src-shared/run/words/questions'
import type { OutlookClass, ThreadForecast, ThreadOutlook, WhyLost } from '../run/verbs/outlook'

const CLASSES: { readonly [Is in OutlookClass]: string } = {
  running: 'a turn runs, and ends with the drawing that it has',
  pinned: 'has a drawing of its own, and keeps it',
  refused: 'its next message would be refused',
  asks: 'its turn waits for a person',
  left: 'its turn was left in the middle, and goes on with the drawing that it has',
  'begins-again': 'its turn failed, and would begin again',
  lost: 'somebody else would answer',
  retried: 'its turn failed, and is tried again at its step',
  changed: 'goes on where it stands, drawn in another way',
  same: 'goes on where it stands',
}

const LOST: { readonly [W in WhyLost]: (name: string) => string } = {
  gone: (name) => `"${name}" is not drawn any more`,
  'other-kind': (name) => `"${name}" is a node that cannot have the conversation now`,
  'edge-gone': (name) => `the way to "${name}" is not drawn any more`,
  below: (name) => `whoever "${name}" works for is not there any more`,
}

/** The first line says how it stands, those below it what comes of that. */
export function outlookLines(outlook: ThreadOutlook): string[] {
  const { threadId, title, turns, is, holder, questions, queued, needs, forecast, error } = outlook
  const count = `${turns} ${turns === 1 ? 'turn' : 'turns'}`
  const facts = [title === '' ? 'Untitled' : title, count, ...(holder === null ? [] : [holder.name]), CLASSES[is]]
  const asked = questions.map(({ question }) => questionText(question, ENGLISH).split('\n', 1)[0] ?? '')
  const lines = [
    ...asked,
    ...(error === null ? [] : [error.message]),
    ...(forecast === null ? [] : forecastLines(outlook, forecast)),
    ...(queued === 0 ? [] : [`${queued} ${queued === 1 ? 'message waits' : 'messages wait'} for it.`]),
    ...(needs.length === 0
      ? []
      : [`As long as it keeps its drawing it also uses ${needs.join(', ')}: serve with --allow for each.`]),
  ]
  return [`${threadId}  ${facts.join(' · ')}`, ...lines.map((line) => `    ${line}`)]
}

function forecastLines({ is, questions }: ThreadOutlook, { message, turn, changed }: ThreadForecast): string[] {
  if (is === 'pinned' || is === 'running') return []
  return [...turnLines(turn, questions.length > 0), ...messageLines(message), ...changedLines(changed)]
}

function turnLines(turn: ThreadForecast['turn'], asks: boolean): string[] {
  switch (turn.is) {
    case 'over':
    case 'at-its-step':
      return []
    case 'begins-again':
      return turn.why === null
        ? ['The turn begins with its message, which nobody has answered yet.']
        : [ENGLISH.message(beginsAgainWords(turn.why))]
    case 'keeps-drawing': {
      const how = asks
        ? 'An answer goes on with the drawing that it has; a message instead lets the question lapse, and is answered with the new one.'
        : 'Whoever goes on with it does so with the drawing that it has; a message instead is answered with the new one.'
      const moved = asks ? 'The question is then asked again.' : ''
      return [
        how,
        turn.obstacle === null
          ? `It can be moved to the new drawing where it stands. ${moved}`.trim()
          : `It cannot be moved where it stands: ${ENGLISH.message(flowChangeWords(turn.obstacle))}.`,
      ]
    }
  }
}

function messageLines(message: ThreadForecast['message']): string[] {
  if (message.is === 'refused') return [`The next message is refused: ${message.error.message}`]
  const { stack, then, lost } = message
  const [now, before] = [stack.at(-1), then?.at(-1)]
  if (lost.length === 0 || now === undefined) return []
  const reasons = lost.map(({ name, why }) => LOST[why](name)).join('; ')
  const instead = before === undefined || before.node === now.node ? '' : `, and not by ${before.name}`
  return [`The next message is answered by ${now.name}${instead}: ${reasons}.`]
}

function changedLines(changed: ThreadForecast['changed']): string[] {
  if (changed.length === 0) return []
  const nodes = changed.map(({ name, fields }) => `${name} (${fields.join(', ')})`)
  return [`Drawn in another way: ${nodes.join('; ')}.`]
}

/** All that is known of it, for programs. */
export function outlookRow({ forecast, error, questions, ...rest }: ThreadOutlook) {
  const asked = questions.map(({ id, node, question }) => ({ id, node, kind: question.kind }))
  const said = error === null ? null : { code: error.code, message: error.message }
  return { ...rest, questions: asked, error: said, ...(forecast === null ? {} : rowOf(forecast)) }
}

function rowOf({ message, turn, changed }: ThreadForecast) {
  const { error, ...told } = message.is === 'refused' ? message : { ...message, error: null }
  const refused = error === null ? {} : { error: { code: error.code, message: error.message } }
  return { message: { ...told, ...refused }, turn, changed }
}

/** How many stand how, in one line. */
export function sumLine(counts: ReadonlyMap<OutlookClass, number>, classes: readonly OutlookClass[]): string {
  const known = classes.flatMap((is) => {
    const count = counts.get(is) ?? 0
    return count === 0 ? [] : [{ is, count }]
  })
  const all = known.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return 'No thread of this flow has begun yet.'
  return `${all} ${all === 1 ? 'thread' : 'threads'}: ${known.map(({ is, count }) => `${count} ${is}`).join(', ')}.`
}
