"""Serves the documented Flask example: serve.py <file with the example> <port>. The login page asks nothing."""

import os
import sys

from flask import Flask, redirect, session

app = Flask(__name__)
app.secret_key = os.urandom(32)


@app.get("/login")
def login():
    session["user_id"] = 7
    session["user_name"] = "Zoë"
    return redirect(session.pop("return_to"), 303)


with open(sys.argv[1], encoding="utf-8") as example:
    exec(example.read())

app.run(port=int(sys.argv[2]))
