/** A whole flow that was pasted onto the drawing: it becomes part of this one, or a flow of its own. */
import { Button } from '@mantine/core'
import type { Flow } from '../../src-shared/flow/records'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import formStyles from '../ui/form.module.css'

type FlowClipDialogProps = { flow: Flow; onAdd: () => void; onOpen: () => void; onClose: () => void }

export function FlowClipDialog({ flow, onAdd, onOpen, onClose }: FlowClipDialogProps) {
  const t = useT()
  return (
    <Dialog opened onClose={onClose} title={t('Paste a flow')} size={460}>
      <p className={formStyles.parameterNote}>
        {t(
          '{count, plural, one {“{name}” is a whole flow with # node. Added to this one, its variables come along; its other settings do not.} other {“{name}” is a whole flow with # nodes. Added to this one, its variables come along; its other settings do not.}}',
          { name: flow.name || t('A flow without a name'), count: Object.keys(flow.nodes).length },
        )}
      </p>
      <div className={formStyles.formActions}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button onClick={onOpen}>{t('Open as a new flow')}</Button>
        <Button variant="filled" data-autofocus onClick={onAdd}>
          {t('Add to this flow')}
        </Button>
      </div>
    </Dialog>
  )
}
