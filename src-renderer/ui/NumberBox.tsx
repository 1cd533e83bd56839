/** A number that a person types: what is no number yet, such as `0.` or `-`, stays in the field until it is one. */
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

export type NumberBoxProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  value: number | null | undefined
  /** Undefined: the field is empty. */
  onChange: (value: number | undefined) => void
}

export function NumberBox({ value, onChange, ...others }: NumberBoxProps) {
  const [typed, setTyped] = useState<string | number>(value ?? '')
  return (
    <NumberInput
      {...others}
      clampBehavior="blur"
      value={numberOf(typed) === (value ?? undefined) ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next)
        onChange(numberOf(next))
      }}
    />
  )
}

function numberOf(typed: string | number): number | undefined {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) ? number : undefined
}
