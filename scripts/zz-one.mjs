import { runMain } from './lib/failure.mjs';
import { runForeground } from './lib/run.mjs';
import { needsOf, setUp, toolEnvironment } from './setup.mjs';
await runMain(async()=>{const tools=await setUp({need:needsOf('bench')});return runForeground(process.execPath,process.argv.slice(2),{env:{...process.env,...toolEnvironment(tools)}})});
