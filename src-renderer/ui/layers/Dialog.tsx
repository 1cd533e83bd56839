/** A dialog or a sheet: over everything that was open before it, with the keyboard to itself, closed by Escape while nothing lies on it. */
import { Modal, type ModalProps } from '@mantine/core'
import { useLayer } from './use-layer'

/** Where it lies, and when Escape is for it, the stack knows. */
export type DialogProps = Omit<ModalProps, 'closeOnEscape' | 'zIndex' | 'returnFocus' | 'stackId' | 'inert'>

export function Dialog(props: DialogProps) {
  const { isCovered, zIndex } = useLayer({ isOpen: props.opened, covers: true, onEscape: props.onClose })
  return <Modal {...props} closeOnEscape={false} returnFocus={false} zIndex={zIndex} inert={isCovered} />
}
