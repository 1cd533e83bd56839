/** A button that shows an icon only: its name is in the tooltip and for screen readers. */
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { hintProps, type HintSide } from './hints'

export type IconButtonProps = Omit<ActionIconProps, 'children'> &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'children'> & {
    label: string
    /** What it would do now, for the tooltip. */
    about?: string | undefined
    /** Keys of the same action, for the tooltip. */
    keys?: string | undefined
    side?: HintSide
    children: ReactNode
  }

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, about, keys, side = 'bottom', children, ...rest },
  ref,
) {
  const said = about === undefined ? label : `${label}: ${about}`
  return (
    <ActionIcon
      ref={ref}
      aria-label={label}
      {...hintProps(keys === undefined ? said : `${said} (${keys})`, side)}
      {...rest}
    >
      {children}
    </ActionIcon>
  )
})
