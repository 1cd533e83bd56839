/** A whole flow that was pasted onto the drawing: it becomes part of this one, or a flow of its own. */
import { Button, Modal } from '@mantine/core'
import type { Flow } from '../../src-shared/flow/records'
import { counted } from '../../src-shared/kinds/words'
import formStyles from '../ui/form.module.css'

type FlowClipDialogProps = { flow: Flow; onAdd: () => void; onOpen: () => void; onClose: () => void }

export function FlowClipDialog({ flow, onAdd, onOpen, onClose }: FlowClipDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Paste a flow" size={460} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className={formStyles.parameterNote}>
        “{flow.name || 'A flow without a name'}” is a whole flow with {counted(Object.keys(flow.nodes).length, 'node')}.
        Added to this one, its variables come along; its other settings do not.
      </p>
      <div className={formStyles.formActions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={onOpen}>Open as a new flow</Button>
        <Button variant="filled" data-autofocus onClick={onAdd}>
          Add to this flow
        </Button>
      </div>
    </Modal>
  )
}
