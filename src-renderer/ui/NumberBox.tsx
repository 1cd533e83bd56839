/** A number that a person types: what is no number yet, such as `0.` or `-`, stays in the field until it is one. */
import { NumberInput, VisuallyHidden, type NumberInputProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import styles from './NumberBox.module.css'

export type NumberBoxProps = Omit<NumberInputProps, 'value' | 'onChange' | 'prefix' | 'suffix'> & {
  /**
   * What the number counts, such as `MB`. It stands beside the text, as `currency` does: within it, the library moves the cursor out of it a
   * moment after the focus came, which would drop what was selected in between.
   */
  unit?: string
  currency?: string
  value: number | null | undefined
  /** Undefined: the field is empty. */
  onChange: (value: number | undefined) => void
}

export function NumberBox({ value, onChange, unit, currency, ...others }: NumberBoxProps) {
  const counted = unit ?? currency
  const [typed, setTyped] = useState<string | number>(value ?? '')
  return (
    <NumberInput
      {...others}
      {...(counted === undefined ? {} : heardParts(counted, others.description))}
      {...(unit === undefined ? {} : unitParts(unit))}
      {...(currency === undefined ? {} : { leftSection: currency, leftSectionPointerEvents: 'none' })}
      clampBehavior="blur"
      value={numberOf(typed) === (value ?? undefined) ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next)
        onChange(numberOf(next))
      }}
    />
  )
}

/** The arrow keys still step; the buttons for it have no room beside the unit. */
function unitParts(unit: string) {
  return {
    rightSection: <span className={styles.unit}>{unit}</span>,
    rightSectionWidth: `calc(${unit.length}ch + 2rem)`,
    rightSectionPointerEvents: 'none',
  } as const
}

/** What the number counts is heard after the help, which hides any other description. */
function heardParts(counted: string, help: ReactNode) {
  if (help === undefined) return { 'aria-description': counted }
  return {
    description: (
      <>
        {help}
        <VisuallyHidden component="span"> ({counted})</VisuallyHidden>
      </>
    ),
  }
}

function numberOf(typed: string | number): number | undefined {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) ? number : undefined
}
