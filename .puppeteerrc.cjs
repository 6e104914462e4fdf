// The browser is found or fetched by scripts/setup.mjs, so that installing packages never fails offline.
module.exports = { skipDownload: true };
