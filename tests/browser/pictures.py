"""Pictures of the main pages, light and dark, for the README and as something to look at after a run.

    python -m tests.browser.pictures docs/pictures

They are WebP files, compressed so that letters stay sharp.
"""

from __future__ import annotations

import io
import sys
import threading
from pathlib import Path
from typing import Final, NamedTuple

from bummerl.service.http import create_app
from bummerl.service.http.config import Config
from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from .conftest import ARGUMENTS, CHROMIUM, PHONE, WIDE, a_form, send
from .logs import hand

QUALITY: Final = 80


class Picture(NamedTuple):
    """A page to take a picture of; its height is what fits, or the whole page."""

    name: str
    path: str
    form: dict[str, str] | None = None
    width: int = WIDE
    height: int | None = 1000


PICTURES: Final = (
    Picture("desk", "/", hand("half-remembered")),
    Picture("ruling", "/ruling", hand("revoke"), height=1150),
    Picture("ruling-phone", "/ruling", hand("revoke"), PHONE, 1400),
    Picture("compare", "/compare", hand("revoke")),
    Picture("quick", "/quick?closer=A&claimer=A&A.points=70&tricks_at_close=0&B.tricks=2&B.points=36"),
    Picture("match", "/match", hand("score-sheet")),
    Picture("rulesets", "/rulesets"),
    Picture("rule-book", "/rulesets/schnapsen"),
)


def main(folder: Path) -> None:
    """Takes all pictures into a folder."""
    app = create_app(Config(log_requests=False, metrics=False))
    app.add_url_rule("/a-form", view_func=a_form)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for picture in PICTURES:
            for scheme in ("light", "dark"):
                take(browser, f"http://127.0.0.1:{server.port}", picture, scheme, folder)
        browser.close()
    server.shutdown()


def take(browser: Browser, base: str, picture: Picture, scheme: str, folder: Path) -> None:
    """Takes one picture."""
    size = {"width": picture.width, "height": picture.height or 900}
    context = browser.new_context(viewport=size, color_scheme=scheme, locale="en-GB")  # type: ignore[arg-type]
    page = context.new_page()
    if picture.form is None:
        page.goto(base + picture.path)
    else:
        send(page, base, picture.path, picture.form)
    page.evaluate("document.fonts.ready")
    image = Image.open(io.BytesIO(page.screenshot(full_page=picture.height is None)))
    name = folder / f"{picture.name}-{scheme}.webp"
    image.convert("RGB").save(name, quality=QUALITY, method=6)
    print(f"{name}: {name.stat().st_size // 1024} KB")
    context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
