/** The button that opens what a model was shown in a call, and what it gave back. */
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const RequestDialog = lazy(async () => ({ default: (await import('./RequestDialog')).RequestDialog }))

/** `span` names the call, `who` the one who asked. `isCut`: older messages did not fit. */
export function WhatItWasShown({ span, who, isCut = false }: { span: string; who: string; isCut?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconEye size={13} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        What it was shown
      </Button>
      {isOpen && (
        <Suspense>
          <RequestDialog {...{ span, who, isCut }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
