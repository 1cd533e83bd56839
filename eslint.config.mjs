/**
 * The linter: house style, limits and fences. A rule is an error or off, never a warning. Of TypeScript it has what the native linter does not
 * know and what has options of ours; the recommended rules, those that need types and those of React are in .oxlintrc.json.
 */
import js from '@eslint/js'
import tseslint from 'typescript-eslint'
import { importTableRule } from './scripts/lint/import-rule.mjs'
import {
  noClassSelectors,
  noDefaultExport,
  noKindComparison,
  noLateFocus,
  noLoneTests,
  noModuleState,
  noStarExport,
  noWrittenFrame,
} from './scripts/lint/syntax.mjs'
import { typeNameRule } from './scripts/lint/type-names.mjs'

const TESTS = ['**/*.test.{ts,tsx}', 'src-*/**/testing/**', 'e2e/**']
/** Tools load these by their default export. */
const CONFIGS = ['*.config.{ts,mjs}', 'scripts/slowest.ts']
const SOURCES = ['src-*/**/*.{ts,tsx}', 'bench/**/*.ts', 'e2e/**/*.ts', 'scripts/**/*.ts', '*.config.ts']

/** @type {import('eslint').Linter.RulesRecord} */
const limits = {
  'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 80, skipBlankLines: false, skipComments: false, IIFEs: true }],
}

/** @type {import('eslint').Linter.RulesRecord} */
const typescript = {
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/max-params': ['error', { max: 4 }],
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
}

export default tseslint.config(
  { ignores: ['out/', 'dist/', 'test-results/', 'playwright-report/', 'src-*/**/fixtures/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.mjs'],
    extends: [js.configs.recommended],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
      // The type checker knows every global by its program; the linter would need the same lists again.
      'no-undef': 'off',
    },
  },
  {
    files: SOURCES,
    extends: [tseslint.configs.base],
    plugins: { baton: { rules: { imports: importTableRule, 'type-names': typeNameRule } } },
    rules: {
      ...limits,
      ...typescript,
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'baton/imports': 'error',
      'baton/type-names': 'error',
      'no-restricted-syntax': [
        'error',
        ...noDefaultExport,
        ...noStarExport,
        ...noModuleState,
        ...noWrittenFrame,
        ...noKindComparison,
        ...noLateFocus,
      ],
    },
  },
  {
    files: ['src-shared/kinds/**', 'src-main/engine/kinds/**'],
    rules: {
      'no-restricted-syntax': ['error', ...noDefaultExport, ...noStarExport, ...noModuleState, ...noWrittenFrame],
    },
  },
  { files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 120, IIFEs: true }] } },
  {
    files: ['src-renderer/ui/MenuList.tsx', 'src-renderer/ui/PopoverPanel.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...noDefaultExport,
        ...noStarExport,
        ...noModuleState,
        ...noWrittenFrame,
        ...noKindComparison,
      ],
    },
  },
  { files: ['src-main/cli/**'], rules: { 'no-console': 'off' } },
  {
    files: TESTS,
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-syntax': ['error', ...noDefaultExport, ...noStarExport, ...noLoneTests],
    },
  },
  {
    files: ['e2e/**'],
    rules: {
      'no-restricted-syntax': ['error', ...noDefaultExport, ...noStarExport, ...noLoneTests, ...noClassSelectors],
    },
  },
  {
    files: ['e2e/pages/react-flow.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noDefaultExport, ...noStarExport, ...noLoneTests] },
  },
  {
    files: ['scripts/**/*.mjs', '*.config.mjs'],
    rules: {
      ...limits,
      'max-params': ['error', 4],
      'no-console': 'off',
      'no-restricted-syntax': ['error', ...noDefaultExport, ...noStarExport],
    },
  },
  { files: CONFIGS, rules: { 'no-restricted-syntax': ['error', ...noStarExport] } },
)
