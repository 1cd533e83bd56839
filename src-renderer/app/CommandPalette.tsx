/** The palette: finds everything of the flow and what can be done, and leads to it. */
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { textsOf } from '../../src-shared/flow/editing/find-text'
import type { FoundThread } from '../../src-shared/rpc/kept-methods'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import { useRunStore } from '../run/store/run-context'
import { useThreadSearch } from '../run/use-thread-search'
import { useLayer } from '../ui/layers/use-layer'
import { useServices } from '../ui/services'
import { paletteResults, type PaletteSources } from './palette-results'
import { useCommandContext } from './use-commands'
import { useT } from '../ui/language'

/** How many results are shown at once. */
const LIMIT = 40
const NOTHING: readonly FoundThread[] = []

export function CommandPalette() {
  const t = useT()
  const context = useCommandContext()
  const { client } = useServices()
  const run = useRunStore()
  const [sources, setSources] = useState<Omit<PaletteSources, 't' | 'said'> | null>(null)
  const [query, setQuery] = useState('')
  const search = useThreadSearch(null, sources === null ? '' : query)
  // The library tells that it opened when it has the focus already; so the layer does not know whose it was.
  const from = useRef<HTMLElement | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // Enter goes to the first result: what was found for fewer letters must not be it.
  const said = search?.text === query ? search.threads : NOTHING
  // Not deferred: Enter right after the last letter goes to the first result of what was typed.
  const actions = useMemo(
    () =>
      sources === null
        ? []
        : paletteResults(context, { ...sources, said, t }, query).map(({ group, actions: found }) => ({
            group,
            actions: found.map((action) => leavingFirst(action, { input, from })),
          })),
    [context, sources, said, query, t],
  )
  const { isCovered, zIndex } = useLayer({ isOpen: sources !== null, covers: true, onEscape: spotlight.close })
  // The library chooses the first result of what is typed; those that come later, as other flows do, may take its place.
  useEffect(() => {
    if (chosenIn(input.current) === null) actionsIn(input.current)[0]?.setAttribute(CHOSEN, 'true')
  }, [actions])
  function open(): void {
    setQuery('')
    const { flow } = context.editor.flows.getState()
    const { threads } = run.getState()
    const known = { flow, texts: textsOf(flow), threads: threads ?? [], openThread: (id: string) => run.openThread(id) }
    setSources({ ...known, flows: [] })
    client.call('flows.list', {}).then(
      (flows: readonly FlowSummary[]) => setSources((before) => (before === null ? null : { ...before, flows })),
      // Everything else is found all the same.
      () => undefined,
    )
  }
  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={open}
      onSpotlightClose={() => {
        setSources(null)
        leave(input.current)
        giveBack(from.current)
      }}
      filter={(_query, found) => found}
      limit={LIMIT}
      shortcut={null}
      closeOnEscape={false}
      returnFocus={false}
      zIndex={zIndex}
      inert={isCovered}
      lockScroll={false}
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      nothingFound={t('Nothing is called “{query}”.', { query })}
      searchProps={{
        ref: input,
        onKeyDownCapture: goByEnter,
        onFocus: ({ currentTarget, relatedTarget }) => {
          const isHere = currentTarget.closest('[role="dialog"]')?.contains(relatedTarget) === true
          if (relatedTarget instanceof HTMLElement && !isHere) from.current = relatedTarget
        },
        onBlur: stayHere,
        placeholder: t('Find a node, a text, a flow or a command'),
        'aria-label': t('Find'),
        leftSection: <IconSearch size={17} />,
      }}
      // Its upper edge stays where it is, however much was found.
      centered={false}
      yOffset="12dvh"
      scrollable
      maxHeight={460}
    />
  )
}

type FocusPlaces = { input: RefObject<HTMLInputElement | null>; from: RefObject<HTMLElement | null> }

/** What is done finds the page as it was before the palette: it may take the focus, and a dialog gives it back to where it was. */
function leavingFirst(action: SpotlightActionData, { input, from }: FocusPlaces): SpotlightActionData {
  return {
    ...action,
    onClick: (event) => {
      leave(input.current)
      action.onClick?.(event)
      giveBack(from.current)
    },
  }
}

/** The palette has the focus no longer, which it would else hold on to. */
function leave(input: HTMLInputElement | null): void {
  const { activeElement } = document
  const isHere = input?.closest('[role="dialog"]')?.contains(activeElement) === true
  if (isHere && activeElement instanceof HTMLElement) activeElement.blur()
}

/** To what had the focus before, unless something has it. */
function giveBack(place: HTMLElement | null): void {
  if (document.activeElement === document.body) place?.focus({ preventScroll: true })
}

const CHOSEN = 'data-selected'

function actionsIn(input: Element | null): Element[] {
  return [...(input?.closest('[role="dialog"]')?.querySelectorAll('[data-action]') ?? [])]
}

function chosenIn(input: Element | null): Element | null {
  return actionsIn(input).find((action) => action.hasAttribute(CHOSEN)) ?? null
}

/** Enter goes to what is chosen, or else to the first result, also before the library has seen that there are any. */
function goByEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  const action = chosenIn(event.currentTarget) ?? actionsIn(event.currentTarget)[0]
  if (action instanceof HTMLElement) action.click()
}

/** A menu that was closed right before gives the focus back to its button late; what is typed belongs here. */
function stayHere({ currentTarget: input, relatedTarget }: FocusEvent<HTMLInputElement>): void {
  if (relatedTarget instanceof Element && input.closest('[role="dialog"]')?.contains(relatedTarget) === false)
    input.focus()
}
