/** The foot of a form of the settings: what else it can do at the left, Cancel and Save at the right. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

export type SaveActionsProps = { isSaving: boolean; onCancel: () => void; children?: ReactNode }

export function SaveActions({ isSaving, onCancel, children }: SaveActionsProps) {
  return (
    <div className="bt-form-actions bt-save-actions">
      {children}
      <span className="bt-grow" />
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="filled" loading={isSaving}>
        Save
      </Button>
    </div>
  )
}
