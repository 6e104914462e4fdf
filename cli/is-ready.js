// Ends with 0 if the process that listens on the port is ready: node cli/is-ready.js PORT. It is the check of
// docker-compose.yml: a command whose arguments hold no space reads the same in every container engine.
const [, , port] = process.argv;
fetch(`http://127.0.0.1:${port}/readyz`).then(
  (answer) => process.exit(answer.ok ? 0 : 1),
  () => process.exit(1),
);
