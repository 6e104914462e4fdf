const tseslint = require('typescript-eslint');

module.exports = tseslint.config(
  {
    ignores: [
      'dist/',
      'coverage/',
      '.stryker/',
      'node_modules/',
      '**/*.js',
      '**/*.cjs',
      '**/*.mjs',
      'test/fixtures/',
      'client/src/schema.d.ts',
      'client/dist/',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: __dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      eqeqeq: 'error',
      'no-duplicate-imports': 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['test/**'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/unbound-method': 'off',
      // Answers of the HTTP clients of the tests are JSON of any shape; what they must be is what is asserted.
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // A write is one function of db/, which owns its transaction; docs/ARCHITECTURE.md, "One shape of a write".
    files: ['api/**', 'console/**', 'workflows/**', 'activities/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "CallExpression[callee.property.name='transaction']", message: 'A transaction belongs to db/.' },
      ],
    },
  },
  {
    // Executions of a thread share the modules of the bundle: docs/decisions/0016-workflow-modules-loaded-once.md.
    files: ['workflows/**'],
    ignores: ['workflows/client/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "CallExpression[callee.property.name='transaction']", message: 'A transaction belongs to db/.' },
        {
          selector: ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind="let"]',
          message: 'A module of workflows keeps nothing of one execution.',
        },
        {
          selector:
            ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression',
          message: 'A module of workflows keeps nothing of one execution.',
        },
      ],
    },
  },
  // A migration is one schema, written down in one piece.
  { files: ['db/migrations/**'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['cli/**', 'bench/**', 'chaos/**'], rules: { 'no-console': 'off' } },
);
