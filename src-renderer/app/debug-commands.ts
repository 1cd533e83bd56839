/** Commands for breakpoints and for a turn that is paused. */
import {
  IconArrowBarToDown,
  IconArrowRampRight,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPlayerStop,
  IconPoint,
  IconPointFilled,
  IconPointOff,
  IconRotateClockwise,
  IconArrowUpCircle,
} from '@tabler/icons-react'
import type { PlainText } from '../../src-shared/languages/translate'
import { kindOf } from '../../src-shared/kinds/index'
import type { BreakpointPlace, GoOnVerb } from '../../src-shared/run/log/breakpoints'
import { goOn, pauseOf } from '../breakpoints/paused-turn'
import { forgetRunTo, setRunTo, toggleBreakpoint } from '../breakpoints/toggle-breakpoint'
import type { Editor } from '../editor/editor-context'
import { runIdOf } from '../editor/levels'
import { isBusy, isLookedAt } from '../run/store/run-state'
import { notify } from '../ui/services'
import { onlyEdge, onlyNode, type Command, type CommandContext } from './command'

/** The node that alone is selected, as a run knows it, where steps can come to it. */
function nodeToPauseAt(editor: Editor): string | null {
  const id = onlyNode(editor)
  const node = editor.flows.getState().flow.nodes[id ?? '']
  const shape = node === undefined ? null : (kindOf(node)?.shape ?? null)
  return id === null || shape === null || shape === 'paper' || shape === 'frame' ? null : runIdOf(editor, id)
}

function placeToPauseAt(editor: Editor, side: 'before' | 'after'): BreakpointPlace | null {
  const node = nodeToPauseAt(editor)
  if (node !== null) return { on: 'node', node, side }
  const edge = side === 'before' ? onlyEdge(editor) : null
  return edge === null ? null : { on: 'edge', edge: runIdOf(editor, edge) }
}

function toggle({ editor, services: { client } }: CommandContext, side: 'before' | 'after'): void {
  const place = placeToPauseAt(editor, side)
  if (place !== null) toggleBreakpoint({ client, flowId: editor.flowId }, place)
}

/** Whether turns run to what is selected. */
function isRunTo(editor: Editor): boolean {
  const { nodes, edges } = editor.breaks.getState()
  const mark = nodes[onlyNode(editor) ?? ''] ?? edges[onlyEdge(editor) ?? '']
  return mark?.once === true
}

/** Whether the newest turn can be tried again, or gone on with. */
function canGoOn({ run }: CommandContext): boolean {
  const state = run.getState()
  const ended = state.live.latest?.state
  return !isBusy(state) && !isLookedAt(state) && (ended === 'failed' || ended === 'unfinished')
}

/** The turn that failed, or was left, is tried again, and pauses there. */
async function goOnToHere({ editor, run, services: { client } }: CommandContext): Promise<void> {
  const place = placeToPauseAt(editor, 'before')
  const { threadId } = run.getState()
  if (place !== null && (await setRunTo({ client, flowId: editor.flowId }, { place, threadId }))) await run.resume()
}

/** A paused turn goes on to there at once; one that runs pauses there, and so does the next one of the thread in which none does. */
async function runToHere({ editor, run, services: { client } }: CommandContext): Promise<void> {
  const place = placeToPauseAt(editor, 'before')
  if (place === null) return
  const state = run.getState()
  const isAtPause = pauseOf(state) !== null
  if (isAtPause && place.on === 'node') return goOn(run, { is: 'to', node: place.node })
  const { threadId } = state
  if (!(await setRunTo({ client, flowId: editor.flowId }, { place, threadId }))) return
  if (isAtPause) return goOn(run, { is: 'continue' })
  notify(
    isBusy(state)
      ? 'The turn pauses when it comes to the marked place.'
      : 'The next message in this thread runs to the marked place and pauses there.',
    'run-to-here',
  )
}

/** Between two pauses a step is still meant: pressed too early it had better do nothing than load the page again. */
const isUnderWay = ({ run }: CommandContext): boolean => isBusy(run.getState())
const isPaused = ({ run }: CommandContext): boolean => pauseOf(run.getState()) !== null

type StepParts = Pick<Command, 'id' | 'keys' | 'icon'> & { label: PlainText; is: GoOnVerb }

function stepCommand({ is, ...parts }: StepParts): Command {
  const run = ({ run }: CommandContext): void => goOn(run, { is })
  return { ...parts, group: 'Flow', isInTexts: true, when: isPaused, keepsKeys: isUnderWay, run }
}

export const DEBUG_COMMANDS: readonly Command[] = [
  {
    id: 'breakpoint',
    label: 'Breakpoint at the selected node or edge',
    short: 'Breakpoint',
    keys: ['F9'],
    icon: IconPointFilled,
    group: 'Flow',
    when: ({ editor }) => placeToPauseAt(editor, 'before') !== null,
    run: (context) => toggle(context, 'before'),
  },
  {
    id: 'breakpoint-after',
    label: 'Breakpoint after the selected node',
    short: 'Breakpoint after it',
    keys: ['shift+F9'],
    icon: IconPoint,
    group: 'Flow',
    when: ({ editor }) => placeToPauseAt(editor, 'after') !== null,
    run: (context) => toggle(context, 'after'),
  },
  {
    id: 'run-to-here',
    label: 'Run to the selected node or edge',
    short: 'Run to here',
    keys: ['mod+F10'],
    icon: IconPlayerSkipForward,
    group: 'Flow',
    // A mark that is there already says where the next turn pauses; one that is paused may still go on to it now.
    when: (context) =>
      placeToPauseAt(context.editor, 'before') !== null && (!isRunTo(context.editor) || isPaused(context)),
    run: (context) => void runToHere(context),
  },
  {
    id: 'go-on-to-here',
    label: 'Retry the turn, to the selected node or edge',
    short: 'Retry to here',
    keys: [],
    icon: IconRotateClockwise,
    group: 'Flow',
    when: (context) => canGoOn(context) && placeToPauseAt(context.editor, 'before') !== null,
    run: (context) => void goOnToHere(context),
  },
  {
    id: 'not-run-to-here',
    label: 'Do not run to the selected node or edge',
    short: 'Do not run to here',
    keys: [],
    icon: IconPointOff,
    group: 'Flow',
    when: ({ editor }) => isRunTo(editor),
    run({ editor, run, services: { client } }) {
      const place = placeToPauseAt(editor, 'before')
      const { threadId } = run.getState()
      if (place !== null) forgetRunTo({ client, flowId: editor.flowId }, { place, threadId })
    },
  },
  stepCommand({ id: 'continue', label: 'Continue', keys: ['F5'], icon: IconPlayerPlay, is: 'continue' }),
  stepCommand({ id: 'step-over', label: 'Step over', keys: ['F10'], icon: IconArrowRampRight, is: 'over' }),
  stepCommand({ id: 'step-into', label: 'Step into', keys: ['F11'], icon: IconArrowBarToDown, is: 'into' }),
  stepCommand({ id: 'step-out', label: 'Step out', keys: ['shift+F11'], icon: IconArrowUpCircle, is: 'out' }),
  stepCommand({
    id: 'stop-paused',
    label: 'Stop the paused turn',
    keys: ['shift+F5'],
    icon: IconPlayerStop,
    is: 'stop',
  }),
]
