<?php
// The login page beside the documented PHP example. It asks nothing.
session_start();
$_SESSION['user_id'] = 7;
$_SESSION['user_name'] = 'Zoë';
header("Location: {$_SESSION['return_to']}", true, 303);
