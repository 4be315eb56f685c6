// Loads the page again when `cargo xtask serve` has built another one.
const shown = document.querySelector('script[data-build]').dataset.build;
for (;;) {
  try {
    // Answered when the server has another page than this, or after a while.
    const answer = await fetch(`/-/build?other-than=${shown}`);
    if (answer.ok && (await answer.text()) !== shown) {
      location.reload();
      break;
    }
  } catch {
    // The server was stopped: it may come back.
    await new Promise((resume) => setTimeout(resume, 1_000));
  }
}
