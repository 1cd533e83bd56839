/** What the palette finds: nodes, texts, variables, threads, flows, pages of the settings and commands; the best of each first. */
import type { Translate } from '../../src-shared/languages/translate'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { IconFileText, IconFolders, IconMessages, IconSettings, IconVariable } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { findText, type TextPlace } from '../../src-shared/flow/editing/find-text'
import { readSettings, type Flow } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import { showNode } from '../editor/show'
import { foundFlows } from '../library/flow-order'
import { KindIcon } from '../kinds/kind-icons'
import type { FoundThread } from '../../src-shared/rpc/kept-methods'
import { rememberThread } from '../ui/last-threads'
import { timeAgo } from '../ui/time'
import type { Command, CommandContext } from './command'
import { COMMANDS, isPossible, keysOf, runCommand } from './commands'
import { aroundHit, goToText, placeWords, showSetting } from './go-to-text'
import textStyles from '../ui/text.module.css'
import styles from './palette-results.module.css'

/** What is searched besides the commands. `texts` are those of the flow. */
export type PaletteSources = {
  t: Translate
  flow: Flow
  texts: readonly TextPlace[]
  threads: readonly ThreadSummary[]
  /** Threads of all flows in which the words were said. */
  said: readonly FoundThread[]
  flows: readonly FlowSummary[]
  openThread: (id: string) => void
}

const LIMIT = 8
/** How many nodes are offered before anything is typed. */
const FIRST = 5
const SETTINGS_PAGES = [
  { tab: 'connections', label: 'Connections', about: 'Model servers and their keys' },
  { tab: 'secrets', label: 'Secrets', about: 'Keys of tools' },
] as const

export function paletteResults(
  context: CommandContext,
  sources: PaletteSources,
  query: string,
): SpotlightActionGroupData[] {
  const { t } = sources
  const words = query.trim().toLowerCase()
  const groups: SpotlightActionGroupData[] = [{ group: t('Nodes'), actions: nodeActions(context, sources, words) }]
  if (words !== '')
    groups.push(
      { group: t('In texts'), actions: textActions(context, sources, words) },
      { group: t('Variables'), actions: variableActions(context, sources, words) },
      { group: t('Threads'), actions: threadActions(context, sources, words) },
      { group: t('Flows'), actions: flowActions(context, sources, words) },
      { group: t('Settings'), actions: settingsActions(context, sources, words) },
    )
  groups.push({ group: t('Commands'), actions: commandActions(context, sources, words) })
  return groups.filter(({ actions }) => actions.length > 0)
}

type RowParts = { icon: ReactNode; label: ReactNode; about?: ReactNode; keys?: string | undefined }

/** How a result looks. */
function rowOf({ icon, label, about, keys }: RowParts): ReactNode {
  return (
    <span className={styles.row}>
      {icon}
      <span className={styles.words}>
        <span>{label}</span>
        {about !== undefined && <span className={styles.about}>{about}</span>}
      </span>
      {keys !== undefined && <kbd className={textStyles.key}>{keys}</kbd>}
    </span>
  )
}

/** A text with the words that were looked for, where it has them. */
function marked(text: string, words: string): ReactNode {
  const lower = text.toLowerCase()
  const start = words === '' || lower.length !== text.length ? -1 : lower.indexOf(words)
  if (start === -1) return text
  const end = start + words.length
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}

/** What begins with the words goes before what has them at the beginning of a word, and that before what only has them. */
function ranked<T>(items: readonly T[], textOf: (item: T) => string, words: string): T[] {
  const scored = items.flatMap((item) => {
    const text = textOf(item).toLowerCase()
    const at = text.indexOf(words)
    if (at === -1) return []
    return [{ item, score: at === 0 ? 0 : /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') ? 2 : 1 }]
  })
  return scored
    .sort((one, other) => one.score - other.score)
    .slice(0, LIMIT)
    .map(({ item }) => item)
}

function nodeActions({ editor }: CommandContext, { flow, t }: PaletteSources, words: string): SpotlightActionData[] {
  const nodes = Object.entries(flow.nodes)
  const named = ranked(nodes, ([, node]) => node.name, words)
  const ofKind = ranked(nodes, ([, node]) => t.known(kindOf(node)?.label ?? node.kind), words)
  const found = [...new Set([...named, ...ofKind])].slice(0, words === '' ? FIRST : LIMIT)
  return found.map(([id, node]) => ({
    id: `node ${id}`,
    children: rowOf({
      icon: <KindIcon kind={kindOf(node)} size={17} />,
      label: node.name === '' ? t('Unnamed') : marked(node.name, words),
      about: marked(t.known(kindOf(node)?.label ?? node.kind), words),
    }),
    onClick: () => showNode(editor, id),
  }))
}

function textActions(
  { editor }: CommandContext,
  { flow, texts, t }: PaletteSources,
  words: string,
): SpotlightActionData[] {
  const seen = new Set<TextPlace>()
  const hits = findText(
    texts.filter(({ owner, field }) => owner.of !== 'node' || field !== 'name'),
    words,
  ).filter(({ place }) => !seen.has(place) && seen.add(place))
  return hits.slice(0, LIMIT).map(({ place, start, end }, index) => {
    const { before, hit, after } = aroundHit(place.text, start, end)
    return {
      id: `text ${index}`,
      children: rowOf({
        icon: <IconFileText size={17} aria-hidden />,
        label: placeWords(flow, place, t),
        about: (
          <>
            {before}
            <mark>{hit}</mark>
            {after}
          </>
        ),
      }),
      onClick: () => goToText(editor, place),
    }
  })
}

function variableActions({ editor }: CommandContext, { flow }: PaletteSources, words: string): SpotlightActionData[] {
  return ranked(Object.entries(readSettings(flow).variables), ([name]) => name, words).map(([name, variable]) => ({
    id: `variable ${name}`,
    children: rowOf({
      icon: <IconVariable size={17} aria-hidden />,
      label: marked(name, words),
      about: variable.description || variable.type,
    }),
    onClick: () => showSetting(editor, 'variables'),
  }))
}

function threadActions(
  { editor, services }: CommandContext,
  { threads, said, flows, openThread, t }: PaletteSources,
  words: string,
): SpotlightActionData[] {
  const named = ranked(threads, ({ title }) => title, words).map((thread) => ({ thread, excerpt: null }))
  const known = new Set(named.map(({ thread }) => thread.id))
  const all: FoundThread[] = [...named, ...said.filter(({ thread }) => !known.has(thread.id))].slice(0, LIMIT)
  return all.map(({ thread: { id, flowId, title, changedAt }, excerpt }) => {
    const isHere = flowId === editor.flowId
    const flow = isHere ? undefined : flows.find((one) => one.id === flowId)?.name
    const about = [flow, excerpt?.text ?? timeAgo(changedAt, t)].filter((part) => part !== undefined)
    return {
      id: `thread ${id}`,
      children: rowOf({
        icon: <IconMessages size={17} aria-hidden />,
        label: title === '' ? t('Untitled') : marked(title, words),
        about: marked(about.join(' · '), words),
      }),
      onClick: () => {
        if (isHere) openThread(id)
        else {
          rememberThread(services.preferences, flowId, id)
          services.openFlow(flowId)
        }
      },
    }
  })
}

function flowActions(
  { editor, services }: CommandContext,
  { flows, t }: PaletteSources,
  words: string,
): SpotlightActionData[] {
  const others = foundFlows(flows, '', 'changed').filter(({ id }) => id !== editor.flowId)
  const pinned = others.filter(({ isPinned }) => isPinned)
  const rest = others.filter(({ isPinned }) => !isPinned)
  // As in Home a pinned one stands first, whatever fits better.
  const found = [pinned, rest].flatMap((some) => ranked(some, ({ name }) => name, words)).slice(0, LIMIT)
  return found.map(({ id, name, description, changedAt }) => ({
    id: `flow ${id}`,
    children: rowOf({
      icon: <IconFolders size={17} aria-hidden />,
      label: marked(name, words),
      about: description || t('Changed {ago}', { ago: timeAgo(changedAt, t) }),
    }),
    onClick: () => services.openFlow(id),
  }))
}

function settingsActions({ shell }: CommandContext, { t }: PaletteSources, words: string): SpotlightActionData[] {
  return ranked(SETTINGS_PAGES, ({ label, about }) => `${t(label)} ${t(about)} ${t('Settings')}`, words).map(
    ({ tab, label, about }) => ({
      id: `settings ${tab}`,
      children: rowOf({
        icon: <IconSettings size={17} aria-hidden />,
        label: marked(t(label), words),
        about: marked(t(about), words),
      }),
      onClick: () => shell.setState({ settingsOpen: true, settingsPage: tab }),
    }),
  )
}

function commandActions(context: CommandContext, { t }: PaletteSources, words: string): SpotlightActionData[] {
  const possible = COMMANDS.filter((command) => command.isQuiet !== true && isPossible(command, context))
  const found = words === '' ? possible : ranked(possible, ({ label }) => t.message(label), words)
  return found.map((command) => actionOf(command, { context, t, words }))
}

type CommandPlace = { context: CommandContext; t: Translate; words: string }

function actionOf(command: Command, { context, t, words }: CommandPlace): SpotlightActionData {
  const Icon = command.icon
  return {
    id: command.id,
    children: rowOf({
      icon: Icon === null ? <span className={styles.noIcon} /> : <Icon size={17} aria-hidden />,
      label: marked(t.message(command.label), words),
      keys: keysOf(command),
    }),
    onClick: () => runCommand(command, context),
  }
}
