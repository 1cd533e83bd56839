/** All texts of the interface in Chinese. Their keys are what the interface may say. */
import { APP_ZH } from './app'
import { APPROVALS_ZH } from './approvals'
import { ASKED_AGAIN_ZH } from './asked-again'
import { BREAKPOINTS_ZH } from './breakpoints'
import { CHAT_ZH } from './chat'
import { CONNECTION_TEST_ZH } from './connection-test'
import { CONSENT_ZH } from './consent'
import { EDITOR_ZH } from './editor'
import { FIELDS_ZH } from './fields'
import { INSPECTOR_ZH } from './inspector'
import { KINDS_ZH } from './kinds'
import { LIBRARY_ZH } from './library'
import { KEEPING_ZH } from './keeping'
import { MOMENTS_ZH } from './moments'
import { OUTBOUND_ZH } from './outbound'
import { PLAN_ZH } from './plan'
import { QUEUE_ZH } from './queue'
import { REPLAYS_ZH } from './replays'
import { REQUESTS_ZH } from './requests'
import { RUN_ZH } from './run'
import { SETTINGS_ZH } from './settings'
import { TESTS_ZH } from './tests'
import { TOOLS_ZH } from './tools'
import { UPKEEP_ZH } from './upkeep'
import { PROBLEMS_ZH } from './problems'
import { WIRING_ZH } from './wiring'
import { FIXES_ZH } from './fixes'
import { VERSIONS_ZH } from './versions'
import { DECISIONS_ZH } from './decisions'
import { TELLING_ZH } from './telling'
import { DIFFERENCES_ZH } from './differences'
import { FAILED_FILES_ZH } from './failed-files'
import { FAILED_MODELS_ZH } from './failed-models'
import { FAILED_OUTSIDE_ZH } from './failed-outside'
import { FAILED_TURNS_ZH } from './failed-turns'

export const ZH = {
  ...APP_ZH,
  ...APPROVALS_ZH,
  ...ASKED_AGAIN_ZH,
  ...BREAKPOINTS_ZH,
  ...CHAT_ZH,
  ...CONNECTION_TEST_ZH,
  ...CONSENT_ZH,
  ...EDITOR_ZH,
  ...FIELDS_ZH,
  ...INSPECTOR_ZH,
  ...KINDS_ZH,
  ...LIBRARY_ZH,
  ...KEEPING_ZH,
  ...MOMENTS_ZH,
  ...OUTBOUND_ZH,
  ...PLAN_ZH,
  ...QUEUE_ZH,
  ...REPLAYS_ZH,
  ...REQUESTS_ZH,
  ...RUN_ZH,
  ...SETTINGS_ZH,
  ...TESTS_ZH,
  ...TOOLS_ZH,
  ...UPKEEP_ZH,
  ...PROBLEMS_ZH,
  ...WIRING_ZH,
  ...FIXES_ZH,
  ...VERSIONS_ZH,
  ...DECISIONS_ZH,
  ...TELLING_ZH,
  ...DIFFERENCES_ZH,
  ...FAILED_FILES_ZH,
  ...FAILED_MODELS_ZH,
  ...FAILED_OUTSIDE_ZH,
  ...FAILED_TURNS_ZH,
} as const
