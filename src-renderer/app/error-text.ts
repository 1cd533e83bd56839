/** How the error screen gets at the text of the open flow. */
import { createContext } from 'react'

export type ErrorText = { read: (() => string) | null }

export const ErrorTextContext = createContext<ErrorText>({ read: null })
