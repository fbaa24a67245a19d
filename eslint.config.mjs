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

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'bench/results/**', '**/*.mjs', '**/*.js'] },
  {
    files: ['apps/**/*.{ts,tsx}', 'packages/**/*.ts', 'bench/**/*.ts', 'e2e/**/*.ts', 'scripts/**/*.ts', '*.ts'],
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
      'no-restricted-syntax': ['error', packed],
    },
  },
  {
    files: ['apps/*/src/{engines,features,services,ingest,ports}/**/*.{ts,tsx}', 'packages/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', packed, ...time],
      'no-restricted-globals': [
        'error',
        { name: 'setTimeout', message: 'Take a Clock.' },
        { name: 'setInterval', message: 'Take a Clock.' },
      ],
    },
  },
)
