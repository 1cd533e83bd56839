/** Fields of one chat of a queue that speak of the others, as chips: of which it hears, and for which it waits. */
import { Input } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import type { Json } from '../../../src-shared/flow/records'
import { useFlow } from '../../editor/editor-context'
import type { FieldProps } from '../field-types'
import { heardChats, queueOf } from '../queue'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import styles from './ChatFields.module.css'

export function EarlierChatsField({ hint, value, error, onChange, edge = '' }: FieldProps<'earlierChats'>) {
  const t = useT()
  const flow = useFlow((open) => open)
  const chats = useMemo(() => heardChats(flow, edge), [flow, edge])
  const left = Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : []
  const stray = left.filter((place) => !chats.some(({ at }) => at === place))
  if (chats.length === 0 && stray.length === 0) return null
  const set = (next: readonly number[]): void =>
    void onChange(next.length === 0 ? undefined : [...next].sort((one, other) => one - other))
  const toggle = (at: number): void => set(left.includes(at) ? left.filter((place) => place !== at) : [...left, at])
  return (
    <ChipRow label={hint.label} help={t('The results of these chats are put under its message.')} error={error}>
      {chats.map(({ at, place, to }) => (
        <Chip key={at} isOn={!left.includes(at)} onClick={() => toggle(at)}>
          <b>{place}</b> {to}
        </Chip>
      ))}
      {stray.map((at) => (
        <Chip key={at} isOn={false} isStray onClick={() => toggle(at)}>
          {t('result {number}, not there', { number: at + 1 })}
        </Chip>
      ))}
    </ChipRow>
  )
}

export function ChatIdsField({ hint, value, error, onChange, edge = '' }: FieldProps<'chatIds'>) {
  const t = useT()
  const flow = useFlow((open) => open)
  const others = useMemo(() => queueOf(flow, edge).filter((chat) => chat.edge !== edge), [flow, edge])
  const chosen = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
  const named = others.filter(({ data }) => data.chatId !== '')
  const stray = chosen.filter((id) => !named.some(({ data }) => data.chatId === id))
  const toggle = (id: string): void => {
    const next: Json = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
    onChange(next.length === 0 ? undefined : next)
  }
  if (named.length + stray.length === 0)
    return (
      <ChipRow label={hint.label} help={t('Give the other chats ids, then they can be chosen here.')} error={error} />
    )
  return (
    <ChipRow label={hint.label} help={hint.help} error={error}>
      {named.map(({ edge: id, place, to, data }) => (
        <Chip key={id} isOn={chosen.includes(data.chatId)} onClick={() => toggle(data.chatId)}>
          <b>{place}</b> {data.chatId} <span className={textStyles.faint}>{to}</span>
        </Chip>
      ))}
      {stray.map((id) => (
        <Chip key={id} isOn isStray onClick={() => toggle(id)}>
          {t('{id}, not there', { id })}
        </Chip>
      ))}
    </ChipRow>
  )
}

type ChipRowProps = { label: string; help: string | undefined; error: string | null; children?: ReactNode }

function ChipRow({ label, help, error, children }: ChipRowProps) {
  return (
    <Input.Wrapper label={label} description={help} error={error} labelElement="div">
      <div className={styles.chips} role="group" aria-label={label}>
        {children}
      </div>
    </Input.Wrapper>
  )
}

type ChipProps = { isOn: boolean; isStray?: boolean; onClick: () => void; children: ReactNode }

function Chip({ isOn, isStray = false, onClick, children }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={isOn}
      data-stray={isStray || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
