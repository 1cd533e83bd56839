/** The preload script of every window: `window.baton`, and nothing else. */

import { contextBridge, ipcRenderer } from 'electron'
import { createBridge } from './bridge'

contextBridge.exposeInMainWorld('baton', createBridge(ipcRenderer, process.argv))
