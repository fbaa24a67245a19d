// Typed rules that find bugs. Style is biome's, structure is dependency-cruiser's.
import tseslint from 'typescript-eslint'

const time = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Take a Clock: time is given, never taken.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Take a Clock: time is given, never taken.',
  },
]

// A literal inside a literal only saves lines: each property is written on its own.
const packed = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the properties out.',
}

// Data comes by a query and is written by a mutation (docs/adr/0024-one-kit-for-forms-and-tables.md): an effect that waits for an
// answer shows the one of before, loads twice, and has no place for a failure.
const inEffect = 'CallExpression[callee.name=/^use(Layout)?Effect$/]'
const noFetch = 'Fetch by useQuery or usePolledQuery and write by useMutation, not in an effect.'
const effects = [
  { selector: `${inEffect} CallExpression[callee.name=/^(fetch|callJson|askJson|askChannel)$/]`, message: noFetch },
  { selector: `${inEffect} CallExpression[callee.property.name=/^(request|then)$/]`, message: noFetch },
  { selector: `${inEffect} AwaitExpression`, message: noFetch },
]

// The words of a failure stand in the catalogue of the contract. A bug may say what is wrong in a plain Error.
const sentence = 'Give the failure a code in packages/contract/src/errors and write its text there.'
const sentences = [
  { selector: "NewExpression[callee.name='AppError'] Literal[value=/\\s/]", message: sentence },
  { selector: "NewExpression[callee.name='AppError'] TemplateLiteral", message: sentence },
  { selector: 'CallExpression[callee.name=/^(failure|refused|refuse)$/] > Literal[value=/\\s/]', message: sentence },
  { selector: 'CallExpression[callee.name=/^(failure|refused|refuse)$/] > TemplateLiteral', message: sentence },
]

// The tests of pages share a browser context, and Playwright leaves these as they are between two tests.
const ofContext = [
  {
    selector:
      'CallExpression[callee.property.name=/^(grantPermissions|setGeolocation|setOffline|setExtraHTTPHeaders)$/]',
    message: 'The next test would find it so: open a context of its own with browser.newContext and its options.',
  },
]

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'bench/results/**', '**/*.mjs', '**/*.js'] },
  {
    files: [
      'apps/**/*.{ts,tsx}',
      'packages/**/*.ts',
      'docs/**/*.{ts,tsx}',
      'bench/**/*.ts',
      'e2e/**/*.ts',
      'scripts/**/*.ts',
      'tools/**/*.ts',
      '*.ts',
    ],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['it', 'test'] }] },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      'no-restricted-syntax': ['error', packed, ...sentences, ...effects],
    },
  },
  {
    files: ['e2e/**/*.ts', 'tools/site/browser.ts'],
    rules: { 'no-restricted-syntax': ['error', packed, ...sentences, ...effects, ...ofContext] },
  },
  {
    files: ['apps/*/src/{engines,shared,features,services,ingest,ports}/**/*.{ts,tsx}', 'packages/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}', '**/*.fixtures.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', packed, ...sentences, ...effects, ...time],
      'no-restricted-globals': [
        'error',
        { name: 'setTimeout', message: 'Take a Clock.' },
        { name: 'setInterval', message: 'Take a Clock.' },
      ],
    },
  },
)
