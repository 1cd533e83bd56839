/** Which model answers now, and the menu to choose another: for the open thread alone, or for the flow. */
import type { PlainText } from '../../src-shared/languages/translate'
import { Combobox, SegmentedControl, useCombobox } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { setSettings } from '../../src-shared/flow/editing/edits'
import { isJsonObject } from '../../src-shared/flow/json'
import { answeringModel, answeringWords } from '../../src-shared/flow/model-answers'
import { DEFAULT_CONNECTION } from '../../src-shared/flow/model-choices'
import { flowModel } from '../../src-shared/flow/model-settings'
import type { ThreadModel } from '../../src-shared/flow/thread-model'
import { useEditor, useFlow } from '../editor/editor-context'
import { useRun, useRunStore } from '../run/store/run-context'
import { threadModelOf } from '../run/store/run-state'
import { spentWords } from '../run/store/words'
import { useConnections } from '../ui/connections'
import { modelOptions, readOption, type ModelOption } from './model-options'
import { useShellStore } from './shell-store'
import { useEveryModel } from './use-every-model'
import { useT } from '../ui/language'
import styles from './ModelChip.module.css'

type Scope = 'thread' | 'flow'

/** Stands for the last item, and for none of a thread's own; options are JSON. */
const CONNECT = 'connect'
const AS_THE_FLOW = 'flow'
/** From so many options on they can be searched. */
const SEARCH_FROM = 8

export function ModelChip() {
  const t = useT()
  const { inFlow, inThread, choose } = useChoice()
  const connections = useConnections()
  const [scope, setScope] = useState<Scope>('flow')
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => setScope(inThread === null ? 'flow' : 'thread'),
  })
  const chip = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const leave = (): void => {
    combobox.closeDropdown()
    chip.current?.focus()
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && combobox.dropdownOpened) leave()
    else if (event.key !== 'Tab' || !combobox.dropdownOpened) return
    else nextStop([chip.current, ...tabStops(menu.current)], event.shiftKey)?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  const answering = answeringModel(connections, inThread ?? inFlow)
  const listed = useEveryModel(connections, combobox.dropdownOpened)
  const options = useMemo(() => modelOptions(connections, listed, t), [connections, listed, t])
  const words = search.trim().toLowerCase()
  const shown = options.filter((option) => `${option.name} ${option.about}`.toLowerCase().includes(words))
  const chosen = scope === 'flow' ? inFlow : inThread
  return (
    <Combobox
      store={combobox}
      width={320}
      position="bottom-end"
      onOptionSubmit={(value) => {
        choose(scope, value)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button">
        <button
          ref={chip}
          type="button"
          className={styles.chip}
          onKeyDown={press}
          aria-label={
            inThread === null
              ? t('Model: {model}', { model: answeringWords(answering, t) })
              : t('Model: {model} this thread only', { model: answeringWords(answering, t) })
          }
          title={t('Which model answers now')}
          onClick={() => combobox.toggleDropdown()}
        >
          <span className={styles.dot} data-status={answering.status} aria-hidden />
          <span className={styles.words}>{answeringWords(answering, t)}</span>
          {inThread !== null && <span className={styles.scope}> {t('this thread')}</span>}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown ref={menu} className={styles.menu} onKeyDown={press}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('What the choice is for')}
          value={scope}
          onChange={(next) => setScope(next === 'thread' ? 'thread' : 'flow')}
          data={[
            { value: 'thread', label: t('For this thread') },
            { value: 'flow', label: t('For the flow') },
          ]}
        />
        <p className={styles.note}>{t(NOTES[scope])}</p>
        {options.length >= SEARCH_FROM && (
          <Combobox.Search
            aria-label={t('Search models')}
            placeholder={t('Search models')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <Combobox.Options className={styles.options} aria-label={t('Models')}>
          {scope === 'thread' && words === '' && (
            <Row
              value={AS_THE_FLOW}
              name={t('As the flow says')}
              about={answeringWords(answeringModel(connections, inFlow), t)}
              isOn={inThread === null}
            />
          )}
          {shown.map((option) => (
            <Row key={option.value} {...option} isOn={chosen !== null && isSame(option, chosen)} />
          ))}
          {shown.length === 0 && <Combobox.Empty>{t('No model is called that')}</Combobox.Empty>}
          <Combobox.Option value={CONNECT} className={styles.connect}>
            <IconPlugConnected size={15} aria-hidden /> {t('Connect a model…')}
          </Combobox.Option>
        </Combobox.Options>
        {combobox.dropdownOpened && <ThreadCost />}
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** What of the menu takes the focus: its list is gone through with the arrow keys. */
function tabStops(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll('input') ?? [])].filter(({ type, checked }) => type !== 'radio' || checked)
}

/** Round the button and its menu, which is drawn at the end of the page. */
function nextStop(stops: readonly (HTMLElement | null)[], isBack: boolean): HTMLElement | null {
  const at = stops.findIndex((stop) => stop === document.activeElement)
  return stops.at((at + (isBack ? -1 : 1)) % stops.length) ?? null
}

const NOTES: { readonly [S in Scope]: PlainText } = {
  thread: 'Kept with this conversation, never in the file. Agents with a model of their own keep it.',
  flow: 'Saved with the flow. Agents with a model of their own keep it.',
}

type RowProps = { value: string; name: string; about: string; isOn: boolean }

function Row({ value, name, about, isOn }: RowProps) {
  return (
    <Combobox.Option value={value} className={styles.row} aria-selected={isOn} data-on={isOn || undefined}>
      <span className={styles.name}>{name}</span> <span className={styles.about}>{about}</span>
    </Combobox.Option>
  )
}

function ThreadCost() {
  const t = useT()
  const words = spentWords(
    useRun((state) => state.view.spending),
    t,
  )
  return words === '' ? null : <p className={styles.note}>{t('This thread: {words}', { words })}</p>
}

function isSame({ connection, model, isOwn }: ModelOption, chosen: ThreadModel): boolean {
  return connection === chosen.connection && (model === chosen.model || (isOwn !== null && isOwn === chosen.model))
}

/** What is chosen where, and how to choose. */
function useChoice() {
  const { flows } = useEditor()
  const shell = useShellStore()
  const run = useRunStore()
  const stored = useFlow((flow) => flow.settings['model'])
  const inThread = useRun(threadModelOf)
  const inFlow = useMemo((): ThreadModel => {
    const { connection, model } = flowModel(stored === undefined ? {} : { model: stored })
    return { connection: connection || DEFAULT_CONNECTION, model: model ?? '' }
  }, [stored])
  function choose(scope: Scope, value: string): void {
    if (value === CONNECT) return shell.setState({ settingsOpen: true, settingsPage: 'connect' })
    const picked = value === AS_THE_FLOW ? null : readOption(value)
    if (scope === 'thread') void run.setModel(picked)
    else if (picked !== null) {
      const { model: _model, ...rest } = isJsonObject(stored) ? stored : {}
      const { connection, model } = picked
      const next = { ...rest, connection, ...(model === '' ? {} : { model }) }
      flows.edit('Change the model', (flow) => setSettings(flow, { model: next }))
    }
  }
  return { inFlow, inThread, choose }
}
