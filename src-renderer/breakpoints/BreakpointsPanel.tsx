/** The breakpoints of the flow: what each pauses at, its condition and from which hit on, and those that are not on the drawing. */
import type { Sentence } from '../../src-shared/languages/translate'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconPointFilled, IconX } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { parseExpression } from '../../src-shared/agents/expressions/expression'
import { MOST_HITS, ofThread, type Breakpoint } from '../../src-shared/run/log/breakpoints'
import { useRun, useShowEdge, useShowNode } from '../run/store/run-context'
import { EmptyState } from '../ui/EmptyState'
import { IconButton } from '../ui/IconButton'
import { NumberBox } from '../ui/NumberBox'
import { useT } from '../ui/language'
import { placeWords } from './pause-words'
import { usePlaceNames } from './place-names'
import { useBreakpoints, type BreakpointList } from './use-breakpoints'
import textStyles from '../ui/text.module.css'
import styles from './BreakpointsPanel.module.css'

export function BreakpointsPanel() {
  const t = useT()
  const { all: known, set, remove } = useBreakpoints()
  const threadId = useRun((state) => state.threadId)
  if (known === null) return null
  // What other threads run to is theirs.
  const all = ofThread(known, threadId)
  return (
    <section className={styles.panel} aria-label={t('Breakpoints')}>
      {all.length === 0 && (
        <EmptyState icon={<IconPointFilled size={20} aria-hidden />} title={t('No breakpoints')}>
          {t('Select a node or an edge and press F9: a turn pauses there, and you go on step by step.')}
        </EmptyState>
      )}
      {all.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{t('On')}</th>
              <th>{t('Pauses')}</th>
              <th>{t('Only if')}</th>
              <th>{t('From hit no.')}</th>
              <th aria-label={t('Remove')} />
            </tr>
          </thead>
          <tbody>
            {all.map((one) => (
              <Row key={one.id} breakpoint={one} onSet={set} onRemove={() => remove([one.id])} />
            ))}
          </tbody>
        </table>
      )}
      <AddLine onSet={set} />
    </section>
  )
}

type RowProps = { breakpoint: Breakpoint; onSet: BreakpointList['set']; onRemove: () => void }

function Row({ breakpoint, onSet, onRemove }: RowProps) {
  const t = useT()
  const showNode = useShowNode()
  const showEdge = useShowEdge()
  const { place, isOn, once } = breakpoint
  const at = placeWords(t, place, usePlaceNames())
  const words = once === true ? t('Run to here: {place}', { place: at }) : at
  const show = (): void => {
    if (place.on === 'node') showNode(place.node)
    if (place.on === 'edge') showEdge(place.edge)
  }
  return (
    <tr>
      <td>
        <Checkbox
          size="xs"
          aria-label={t('On: {place}', { place: words })}
          checked={isOn}
          onChange={(event) => onSet({ ...breakpoint, isOn: event.currentTarget.checked })}
        />
      </td>
      <td>
        {place.on === 'node' || place.on === 'edge' ? (
          <button type="button" className={styles.place} onClick={show}>
            {words}
          </button>
        ) : (
          words
        )}
      </td>
      {once === true ? (
        <td colSpan={2}>{t('once, then it is removed')}</td>
      ) : (
        <>
          <td>
            <Condition breakpoint={breakpoint} place={words} onSet={onSet} />
          </td>
          <td>
            <FirstHit breakpoint={breakpoint} place={words} onSet={onSet} />
          </td>
        </>
      )}
      <td>
        <IconButton
          label={t('Remove: {place}', { place: words })}
          size={24}
          variant="subtle"
          color="gray"
          onClick={onRemove}
        >
          <IconX size={14} />
        </IconButton>
      </td>
    </tr>
  )
}

type PartProps = { breakpoint: Breakpoint; place: string; onSet: BreakpointList['set'] }

/** Kept when it is left or Enter is pressed, and only if it can be read. */
function Condition({ breakpoint, place, onSet }: PartProps) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? breakpoint.condition
  const fault = faultOf(text)
  const keep = (): void => {
    if (typed === null || fault !== null) return
    setTyped(null)
    if (typed.trim() !== breakpoint.condition) onSet({ ...breakpoint, condition: typed.trim() })
  }
  return (
    <TextInput
      size="xs"
      aria-label={t('Only if: {place}', { place })}
      placeholder={t('always')}
      value={text}
      error={fault === null ? null : t.message(fault)}
      classNames={{ input: textStyles.mono }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
      }}
    />
  )
}

/** Kept when it is left or Enter is pressed; an empty field is the first hit. */
function FirstHit({ breakpoint, place, onSet }: PartProps) {
  const t = useT()
  const [typed, setTyped] = useState<{ hit: number | undefined } | null>(null)
  const keep = (): void => {
    if (typed === null) return
    setTyped(null)
    const from = Math.min(MOST_HITS, Math.max(1, typed.hit ?? 1))
    if (from !== breakpoint.from) onSet({ ...breakpoint, from })
  }
  return (
    <NumberBox
      size="xs"
      w={72}
      aria-label={t('From hit: {place}', { place })}
      min={1}
      max={MOST_HITS}
      allowDecimal={false}
      value={typed === null ? breakpoint.from : typed.hit}
      onChange={(hit) => setTyped({ hit })}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
      }}
    />
  )
}

function faultOf(condition: string): Sentence | null {
  if (condition.trim() === '') return null
  const parsed = parseExpression(condition)
  return parsed.ok ? null : parsed.message
}

/** What has no place on the drawing: a variable, and a tool by its name. */
function AddLine({ onSet }: { onSet: BreakpointList['set'] }) {
  const t = useT()
  const [on, setOn] = useState<'variable' | 'tool'>('variable')
  const [name, setName] = useState('')
  const label = on === 'variable' ? t('Name of the variable') : t('Name of the tool')
  const add = (event: FormEvent): void => {
    event.preventDefault()
    const known = name.trim()
    if (known === '') return
    const place = on === 'variable' ? ({ on, variable: known } as const) : ({ on, tool: known } as const)
    onSet({ place, condition: '', from: 1, isOn: true })
    setName('')
  }
  return (
    <form className={styles.add} onSubmit={add}>
      <span className={styles.when} aria-hidden>
        {t('Pause when')}
      </span>
      <NativeSelect
        size="xs"
        aria-label={t('Pause when')}
        value={on}
        data={[
          { value: 'variable', label: t('a variable is set') },
          { value: 'tool', label: t('a tool is called') },
        ]}
        onChange={(event) => setOn(event.currentTarget.value === 'tool' ? 'tool' : 'variable')}
      />
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={label}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" variant="default" disabled={name.trim() === ''}>
        {t('Add breakpoint')}
      </Button>
    </form>
  )
}
